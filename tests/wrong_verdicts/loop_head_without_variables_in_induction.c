// expect: unsafe line=11 flags="--engine kind"
// 2026-11-15: reported safe, because a loop head without variables on first arrival was never a start of segments
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[200];

int main(void) {
  while (1) {
    unsigned i = __VERIFIER_nondet_uint() % 200;
    a[i] = 7;
    if (a[9] == 7 && i != 9) reach_error();
  }
}
