// expect: safe
// 2026-11-18: said unsafe, because what feof and ferror say had nothing to do with earlier calls
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "r");
  if (file != 0)
    assert(!feof(file) && !ferror(file));
}
