// expect: unsafe line=8
#include <assert.h>
extern void touch(int *);

int main(void) {
  int x = 1, y = 1;
  touch(&x);
  assert(x == 1);
}
