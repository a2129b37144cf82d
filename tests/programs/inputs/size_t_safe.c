// expect: safe
#include <assert.h>
#include <stddef.h>
extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
  size_t n = __VERIFIER_nondet_size_t();
  assert(n <= (size_t)-1 && (n >> 63) <= 1);
}
