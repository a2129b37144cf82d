// expect: unknown why=approximation flags="--engine bmc"
// 2026-11-18: reported unsafe, because the value of a number of two digits was unconstrained
#include <assert.h>
#include <stdio.h>
int main(void) {
  unsigned number;
  if (scanf("%2x", &number) == 1)
    assert(number < 256);
}
