// expect: unsafe line=9 violates=valid-deref property=valid-memsafety flags="--data-model ILP32"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  int cells[n];
  cells[n - 1] = 0;
}
