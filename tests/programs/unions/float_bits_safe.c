// expect: safe
#include <assert.h>
union Bits {
  float f;
  unsigned u;
};

int main(void) {
  union Bits b;
  b.f = -1.0f;
  assert(b.u == 0xbf800000u);
}
