// expect: unknown why=approximation flags="--engine bmc"
// 2026-11-18: reported unsafe, because data read were independent of the data written
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "w+");
  if (file == 0 || fputs("a", file) < 0)
    return 0;
  rewind(file);
  int c = fgetc(file);
  assert(c == 'a' || c == EOF);
}
