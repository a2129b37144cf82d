// expect: safe property=unreach-call flags="--engine kind"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n % 2 != 0)
    return 0;
  int cells[n];
  for (int i = 1; i <= n / 2; i++)
    cells[2 * i - 1] = 6;
  for (int i = 1; i <= n / 2; i++)
    cells[2 * i - 2] = 9;
  for (int i = 0; i < n; i++)
    if (cells[i] != 6 && cells[i] != 9)
      reach_error();
}
