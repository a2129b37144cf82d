// expect: unsafe line=7
#include <assert.h>
extern unsigned __VERIFIER_nondet_unsigned(void);

int main(void) {
  long long u = __VERIFIER_nondet_unsigned();
  assert(u >= 0 && u < 4294967295ll);
}
