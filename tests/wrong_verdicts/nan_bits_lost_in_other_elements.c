// expect: unsafe line=14
// 2026-11-15: reported safe, because a float written at an unknown index kept the other elements' bits as floats
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
union Word {
  unsigned whole;
  float real;
};

int main(void) {
  union Word w[2] = {{0xffffffffu}, {0xffffffffu}};
  unsigned i = __VERIFIER_nondet_uint() % 2;
  w[i].real = 1.0f;
  if (w[1].whole == 0xffffffffu) reach_error();
}
