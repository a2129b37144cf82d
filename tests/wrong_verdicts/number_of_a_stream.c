// expect: safe
// 2026-11-18: reported unsafe, because fileno gave another number at each call
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "r");
  if (file != 0)
    assert(fileno(file) > 2 && fileno(file) == fileno(file));
}
