// expect: unsafe line=18 flags="--engine kind{invariants=false,simple-path=true}"
// 2026-11-16: reported safe, because runs that change an object made after a first loop were treated as returning to an earlier state
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned waited = __VERIFIER_nondet_uint();
  if (waited != 0) return 0;
  while (waited < 12) waited++;
  unsigned *level = malloc(sizeof *level);
  if (level == NULL) return 0;
  *level = 0;
  while (__VERIFIER_nondet_uint()) {
    if (*level < 5) (*level)++;
  }
  if (*level == 5)
    reach_error();
}
