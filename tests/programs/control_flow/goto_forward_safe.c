// expect: safe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0;
  if (__VERIFIER_nondet_int())
    goto end;
  x = 1;
end:
  assert(x == 0 || x == 1);
}
