// expect: safe property=default flags="--data-model ILP32"
#include <stdio.h>

int main(void) {
  int number = 0;
  FILE *stream = fopen("numbers", "r");
  if (stream != 0 && fscanf(stream, "%d", &number) == 1)
    fclose(stream);
}
