// expect: safe
// 2026-11-18: reported unsafe, because results of ftell were unconstrained
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "r");
  if (file == 0)
    return 0;
  long start = ftell(file);
  assert(start == 0 || start == -1);
  fgetc(file);
  if (fseek(file, 0, SEEK_SET) == 0) {
    long position = ftell(file);
    assert(position == 0 || position == -1);
  }
}
