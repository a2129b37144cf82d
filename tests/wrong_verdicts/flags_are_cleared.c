// expect: safe
// 2026-11-18: reported unsafe, because clearerr cleared nothing
#include <assert.h>
#include <stdio.h>
int main(void) {
  while (getchar() != EOF)
    ;
  clearerr(stdin);
  assert(!feof(stdin) && !ferror(stdin));
}
