// expect: safe
// 2026-11-18: reported unsafe, because a short read set neither the end-of-file nor the error indicator
#include <assert.h>
#include <stdio.h>
int main(void) {
  char block[4];
  if (fread(block, 1, sizeof block, stdin) < sizeof block)
    assert(feof(stdin) || ferror(stdin));
  else
    assert(!feof(stdin));
}
