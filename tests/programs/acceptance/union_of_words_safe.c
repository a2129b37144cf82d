// expect: safe
#include <assert.h>
struct Mask {
  union {
    unsigned u32[4];
    unsigned long long u64[2];
  } as;
};

int main(void) {
  struct Mask m = {.as = {.u32 = {262143, 262143, 1, 2}}};
  assert(m.as.u64[0] == 0x0003ffff0003ffffull);
}
