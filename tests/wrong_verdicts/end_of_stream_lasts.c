// expect: safe
// 2026-11-18: said unsafe, because something came from a stream that was at its end
#include <assert.h>
#include <stdio.h>
int main(void) {
  if (getchar() == EOF && feof(stdin))
    assert(getchar() == EOF);
}
