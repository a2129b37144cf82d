// expect: safe
#include <assert.h>
struct Narrow {
  unsigned small : 8;
  unsigned full : 32;
};

int main(void) {
  struct Narrow n = {0, 0};
  assert(n.small - 1 < 0 && !(n.full - 1 < 0));
}
