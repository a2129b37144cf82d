// expect: unsafe line=11 flags="--engine kind{simple-path}"
// 2026-11-16: reported safe, because simple paths treated states with different objects as equal: objects outside of the shape were not compared
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
