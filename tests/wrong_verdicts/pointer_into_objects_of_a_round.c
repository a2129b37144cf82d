// expect: unsafe line=10 flags="--engine kind"
// 2026-11-16: crashed, because a pointer into objects that a segment makes anew was looked up among those of the shape
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void callee(void) {
  int x = 0, y = 0;
  int *p = __VERIFIER_nondet_int() ? &x : &y;
  while (*p < 2) (*p)++;
  if (y == 2) reach_error();
}

int main(void) {
  while (__VERIFIER_nondet_int()) callee();
}
