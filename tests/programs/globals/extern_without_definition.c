// expect: unsafe line=6
#include <assert.h>
extern int configured;

int main(void) {
  assert(configured == 0);
}
