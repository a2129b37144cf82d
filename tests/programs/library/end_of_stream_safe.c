// expect: safe
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("file", "r");
  if (file == 0)
    return 0;
  int last = 0;
  while (!feof(file) && !ferror(file)) {
    assert(last != EOF);
    last = fgetc(file);
  }
  assert(last == EOF);
  fclose(file);
}
