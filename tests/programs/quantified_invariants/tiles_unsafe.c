// expect: unsafe line=18 property=unreach-call flags="--data-model ILP32"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 4 || n % 4 != 0)
    return 0;
  int least = __VERIFIER_nondet_int(), cells[n];
  for (int i = 1; i <= n / 4; i++) {
    cells[4 * i - 2] = 8 < least ? 0 : 8;
    cells[4 * i - 4] = 2 < least ? 0 : 2;
    cells[4 * i - 1] = 4 < least ? 0 : 5 - i;
    cells[4 * i - 3] = 0;
  }
  for (int i = 0; i < n; i++)
    if (cells[i] < least && cells[i] != 0)
      reach_error();
}
