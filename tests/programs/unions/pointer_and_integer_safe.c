// expect: safe
#include <assert.h>
union Word {
  int *pointer;
  unsigned long number;
};

int main(void) {
  int x = 4, y = 5;
  union Word w = {.pointer = &x};
  union Word v = {.number = w.number};
  *v.pointer = 6;
  assert(x == 6 && y == 5);
}
