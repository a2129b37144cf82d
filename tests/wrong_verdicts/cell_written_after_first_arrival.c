// expect: unsafe line=10 flags="--engine kind"
// 2026-11-15: reported safe, because a cell first written after the first arrival at a loop head was assumed to hold that value always
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
unsigned char a[1];

int main(void) {
  while (1) {
    for (unsigned char n = 0; n < 10; n++) continue;
    if (a[0] == 0 && __VERIFIER_nondet_int()) reach_error();
    a[0] = 5;
  }
}
