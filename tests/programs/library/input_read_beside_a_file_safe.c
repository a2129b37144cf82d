// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("file", "w+");
  if (file == 0)
    return 0;
  fputs("text", file);
  rewind(file);
  int number = 0;
  assert(scanf("%d", &number) == 1 || number == 0);
  fgetc(file);
}
