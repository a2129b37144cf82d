// expect: unsafe line=6 property=default
// 2026-11-18: reported that nothing was checked, because uses of streams were not checked
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "w");
  fprintf(file, "%d", 1);
  fclose(file);
}
