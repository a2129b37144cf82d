// expect: safe property=unreach-call flags="--engine kind"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000)
    return 0;
  int first[n], second[n];
  for (int i = 0; i < n; i++)
    first[i] = 3;
  for (int i = 0; i < n; i++)
    second[i] = 2;
  int sum = 10;
  for (int i = 0; i < n; i++)
    sum += first[i];
  for (int i = 0; i < n; i++)
    sum -= second[i];
  if (sum != n + 10)
    reach_error();
}
