// expect: safe
#include <assert.h>
extern void touch(int *);

int main(void) {
  int x = 1, y = 1;
  touch(&x);
  assert(y == 1);
}
