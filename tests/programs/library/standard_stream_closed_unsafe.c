// expect: unsafe line=8 property=default
#include <stdio.h>
static FILE **const output = &stdout;

int main(void) {
  fputs("first", *output);
  fclose(stdout);
  fputs("last", *output);
}
