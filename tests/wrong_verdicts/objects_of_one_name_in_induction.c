// expect: unsafe line=11 flags="--engine kind"
// 2026-11-15: reported safe, because objects that stem from the same name had one symbol for their contents at loop heads
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);

int main(void) {
  unsigned char *p = malloc(1), *q = malloc(1);
  *p = __VERIFIER_nondet_uchar(), *q = __VERIFIER_nondet_uchar();
  for (unsigned char n = 0; n < 10; n++) continue;
  if (*p != *q) reach_error();
}
