// expect: safe property=unreach-call flags="--data-model ILP32"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  int cells[n];
  cells[n - 1] = 0;
  if (sizeof cells / sizeof cells[0] != n)
    reach_error();
}
