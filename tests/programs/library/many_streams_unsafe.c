// expect: unsafe line=9 property=default
#include <stdio.h>

int main(void) {
  for (int i = 0; i < 20; i++) {
    FILE *stream = fopen("file", "r");
    if (stream == 0 && i < 18)
      continue;
    fgetc(stream);
    fclose(stream);
  }
  fputs("end", stderr);
}
