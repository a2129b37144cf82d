// expect: unsafe line=16 property=default
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  FILE *file = fopen("file", "r");
  if (file == 0 || fseek(file, 0, SEEK_END) != 0)
    return 0;
  long size = ftell(file);
  if (size < 0 || size > 3)
    return 0;
  rewind(file);
  char *text = malloc(size);
  if (text == 0)
    return 0;
  text[fread(text, 1, size, file)] = 0;
  free(text);
}
