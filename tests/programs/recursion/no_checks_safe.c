// expect: safe property=valid-memsafety
extern int __VERIFIER_nondet_int(void);

static int nested(int n) {
  return n == 0 ? 1 : nested(nested(n - 1) - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  return n < 0 ? 0 : nested(n);
}
