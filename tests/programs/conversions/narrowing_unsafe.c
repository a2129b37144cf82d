// expect: unsafe line=9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int wide = __VERIFIER_nondet_int();
  short narrow = (short)wide;
  if (wide >= -32768 && wide <= 32768)
    assert(narrow == wide);
}
