// expect: unsafe line=11 flags="--engine kind{simple-path}"
// 2026-11-16: said safe, because simple paths took states with different objects for equal: what the shape lacks was not compared
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
unsigned calls;

void callee(void) {
  unsigned x[1] = {0};
  while (x[0] < 2) {
    x[0]++;
    if (x[0] == 2 && calls == 15) reach_error();
  }
}

int main(void) {
  calls = __VERIFIER_nondet_uint() % 10;
  while (calls < 100) {
    calls++;
    callee();
  }
}
