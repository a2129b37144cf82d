// expect: unsafe line=14
#include <assert.h>
struct Packed {
  unsigned a : 3;
  unsigned b : 5;
  int c : 4;
};

int main(void) {
  struct Packed p = {0};
  p.a = 9;
  p.b = 31;
  p.c = 9;
  assert(p.a == 1 && p.b == 31 && p.c == 9);
}
