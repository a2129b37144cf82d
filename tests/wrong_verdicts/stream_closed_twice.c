// expect: unsafe line=9 property=default
// 2026-11-18: said safe, because nobody looked at streams
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "r");
  if (file == 0)
    return 0;
  fclose(file);
  fclose(file);
}
