// expect: unsafe line=13 flags="--engine kind{invariants=false,simple-path=true}"
// 2026-11-16: reported safe, because states that differ in the bits of a NaN were treated as equal
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union word { unsigned whole; float real; };
static float next(float x) { union word w; w.real = x; w.whole++; return w.real; }
static unsigned bits(float x) { union word w; w.real = x; return w.whole; }
static float first(void) { union word w; w.whole = 0x7fc00001u; return w.real; }
int main(void) {
  float x = first();
  while (__VERIFIER_nondet_int()) {
    x = next(x);
    if (bits(x) == 0x7fc00004u) reach_error();
  }
  return 0;
}
