// expect: safe property=unreach-call flags="--engine kind --data-model ILP32"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 500000)
    return 0;
  int *cells = malloc(sizeof(int) * n);
  for (int i = 0; i < n; i++) {
    cells[i] = 7;
    if (i + 1 < n)
      cells[i + 1] = 1;
  }
  for (int i = 0; i < n; i++)
    if (cells[i] < 6)
      reach_error();
}
