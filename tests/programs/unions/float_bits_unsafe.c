// expect: unsafe line=11
#include <assert.h>
union Bits {
  float f;
  unsigned u;
};

int main(void) {
  union Bits b;
  b.f = -1.0f;
  assert(b.u == 0x3f800000u);
}
