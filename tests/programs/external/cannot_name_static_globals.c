// expect: safe
#include <assert.h>
extern void touch(void);
static int own = 1;

int main(void) {
  touch();
  assert(own == 1);
}
