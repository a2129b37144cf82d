// expect: unknown why=undefined-behaviour
// 2026-11-15: reported safe, because the undefined number of leading zeros of 0 was assumed to be 32
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  assert(__builtin_clz(__VERIFIER_nondet_uint()) <= 32);
}
