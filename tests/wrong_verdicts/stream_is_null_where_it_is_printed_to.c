// expect: unsafe line=6 property=default
// 2026-11-18: said that nothing was checked, because nobody looked at streams
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "w");
  fprintf(file, "%d", 1);
  fclose(file);
}
