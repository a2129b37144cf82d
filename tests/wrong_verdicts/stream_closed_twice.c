// expect: unsafe line=9 property=default
// 2026-11-18: reported safe, because uses of streams were not checked
#include <stdio.h>
int main(void) {
  FILE *file = fopen("file", "r");
  if (file == 0)
    return 0;
  fclose(file);
  fclose(file);
}
