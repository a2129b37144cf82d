// expect: unsafe line=9
// 2026-11-16: reported safe, because bytes that were never written and first read as a float had the bits of one NaN only
extern void reach_error(void);

int main(void) {
  union { unsigned whole; float real; } w;
  if (w.real == 1.0f) return 0;
  unsigned bits = w.whole;
  if (bits == 0xffffffffu) reach_error();
}
