// expect: unsafe line=6 property=default
// 2026-11-18: reported safe, because uses of streams were not checked
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "r");
  return fgetc(file);
}
