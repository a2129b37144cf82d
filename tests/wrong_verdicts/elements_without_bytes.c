// expect: safe
// 2026-11-18: reported unsafe, because fread and fwrite handled elements of no bytes
#include <assert.h>
#include <stdio.h>
int main(void) {
  char byte = 0;
  assert(fread(&byte, 0, 5, stdin) == 0 && fwrite(&byte, 0, 5, stdout) == 0);
}
