// expect: unsafe line=6
#include <assert.h>
extern int sensor(void);

int main(void) {
  assert(sensor() != 12);
}
