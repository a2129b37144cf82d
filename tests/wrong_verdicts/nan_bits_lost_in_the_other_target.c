// expect: unsafe line=14
// 2026-11-15: reported safe, because a write through a pointer with two targets kept the other one's bits as a float
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union Word {
  unsigned whole;
  float real;
};

int main(void) {
  union Word a = {.whole = 0xffffffffu}, b = {.whole = 0xffffffffu};
  float *p = __VERIFIER_nondet_int() ? &a.real : &b.real;
  *p = 1.0f;
  if (a.whole == 0xffffffffu) reach_error();
}
