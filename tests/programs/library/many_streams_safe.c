// expect: safe property=default
#include <stdio.h>

int main(void) {
  for (int i = 0; i < 20; i++) {
    FILE *stream = fopen("file", "r");
    if (stream == 0)
      continue;
    fgetc(stream);
    fclose(stream);
  }
  fputs("end", stderr);
}
