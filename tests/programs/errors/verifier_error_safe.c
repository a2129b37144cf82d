// expect: safe
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() * 2 == 3)
    __VERIFIER_error();
}
