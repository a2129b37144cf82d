// expect: safe property=unreach-call flags="--engine kind --data-model ILP32"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 200000)
    return 0;
  long long *cells = malloc(sizeof(long long) * n);
  for (long long i = 0; i < n; i++)
    cells[i] = i * (i + 3);
  for (long long i = 0; i < n; i++)
    cells[i] = cells[i] - i;
  for (long long i = 0; i < n; i++)
    if (cells[i] != i * i + 2 * i)
      reach_error();
}
