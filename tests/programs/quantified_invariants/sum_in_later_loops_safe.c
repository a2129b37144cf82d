// expect: safe property=unreach-call flags="--engine kind"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000)
    return 0;
  long *sum = malloc(sizeof(long));
  int *first = malloc(sizeof(int) * n), *second = malloc(sizeof(int) * n);
  for (int i = 0; i < n; i++)
    first[i] = 3;
  for (int i = 0; i < n; i++)
    second[i] = 2;
  *sum = 10;
  for (int i = 0; i < n; i++)
    *sum += first[i];
  for (int i = 0; i < n; i++)
    *sum -= second[i];
  for (int i = 0; i < n; i++)
    first[i] = first[i] + *sum;
  for (int i = 0; i < n; i++)
    if (first[i] != n + 13)
      reach_error();
}
