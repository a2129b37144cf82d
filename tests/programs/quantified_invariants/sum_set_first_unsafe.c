// expect: unsafe line=16 property=unreach-call flags="--data-model ILP32"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1)
    return 0;
  int cells[n];
  long long sum;
  for (int i = 0; i < n; i++)
    cells[i] = (i & 7) - 1;
  for (int i = 0; i < n; i++)
    sum = i == 0 ? 0 : sum + cells[i];
  if (sum < -(n - 1) || sum > (long long)n)
    reach_error();
}
