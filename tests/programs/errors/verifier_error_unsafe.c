// expect: unsafe line=7
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() * 2 == 4)
    __VERIFIER_error();
}
