// expect: safe flags="--engine kind"
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned char cells[4];

int main(void) {
  unsigned char *at = cells;
  while (__VERIFIER_nondet_uchar()) {
    *at = 1;
    if (at == cells + 3)
      at = cells;
    else
      at++;
  }
  assert(cells[0] + cells[1] + cells[2] + cells[3] <= 4);
}
