// expect: unsafe line=7 property=default flags="--data-model ILP32"
#include <stdio.h>

int main(void) {
  int number = 0;
  FILE *stream = fopen("numbers", "r");
  if (fscanf(stream, "%d", &number) == 1 && stream != 0)
    fclose(stream);
}
