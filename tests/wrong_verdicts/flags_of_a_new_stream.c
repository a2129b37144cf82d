// expect: safe
// 2026-11-18: reported unsafe, because results of feof and ferror were independent of earlier calls
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "r");
  if (file != 0)
    assert(!feof(file) && !ferror(file));
}
