// expect: unsafe line=8
#include <assert.h>
static int value(void) { return 1; }
static int state = 1;
int other(void);

int main(void) {
  assert(value() == 1 && other() == 42 && state == 2);
}
