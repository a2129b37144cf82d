// expect: safe
#include <assert.h>
struct Wide {
  unsigned long long a : 33;
  unsigned long long b : 31;
  unsigned char c : 1;
};

int main(void) {
  struct Wide w = {.a = 0x1ffffffffull, .b = 5, .c = 3};
  w.a++;
  assert(w.a == 0 && w.b == 5 && w.c == 1 && sizeof w == 16);
}
