// expect: safe property=default
// 2026-11-18: reported unsafe, because the model of printf overflowed
#include <limits.h>
#include <stdio.h>

int main(void) {
  return snprintf(0, 0, "%*d", INT_MIN, 1) == 3;
}
