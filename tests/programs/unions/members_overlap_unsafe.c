// expect: unsafe line=13
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
union Value {
  int number;
  long long wide;
  char text[8];
};

int main(void) {
  union Value v = {.wide = 0};
  v.number = __VERIFIER_nondet_int();
  assert(v.wide >= 0 && v.wide <= 0x7fffffffll);
}
