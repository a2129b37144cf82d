// expect: safe
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assert((x & 1) == 0 || (x & 1) == 1);
}
