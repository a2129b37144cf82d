// expect: unknown why=approximation flags="--engine bmc"
// 2026-11-18: reported unsafe, because a truncated file returned data
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc < 2 || fopen(argv[1], "w") == 0)
    return 0;
  FILE *file = fopen(argv[1], "r");
  if (file != 0)
    assert(fgetc(file) == EOF);
}
