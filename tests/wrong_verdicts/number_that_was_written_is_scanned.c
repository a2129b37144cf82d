// expect: unknown why=approximation flags="--engine bmc"
// 2026-11-18: reported unsafe, because results of fscanf were independent of the data written before
#include <assert.h>
#include <stdio.h>
int main(void) {
  int number;
  FILE *file = tmpfile();
  if (file == 0)
    return 0;
  fprintf(file, "%d", 7);
  rewind(file);
  if (fscanf(file, "%d", &number) == 1)
    assert(number == 7);
}
