// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char rows = __VERIFIER_nondet_uchar();
  for (unsigned char row = 0; row < rows; row++) {
    unsigned char column = 0;
    while (column < row)
      column++;
    assert(column == row);
    assert(row < rows);
  }
}
