// expect: unknown why=approximation
#include <assert.h>
extern void touch(void *);
struct Holder {
  int *inner;
};

int main(void) {
  int x = 1;
  struct Holder h = {&x};
  touch(&h);
  assert(x == 1);
}
