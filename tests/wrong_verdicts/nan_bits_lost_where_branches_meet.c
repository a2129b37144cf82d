// expect: unsafe line=16
// 2026-11-15: reported safe, because a word that one branch wrote as a float was read as a float on the other branch too
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union Word {
  unsigned whole;
  float real;
};

int main(void) {
  union Word w = {.whole = 0xffffffffu};
  int x = __VERIFIER_nondet_int();
  if (x) {
    if (x > 5) x = 5;
  } else w.real = 1.0f;
  if (w.whole == 0xffffffffu) reach_error();
}
