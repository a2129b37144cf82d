// expect: safe property=default
#include <stdio.h>
static FILE **const output = &stdout;

int main(void) {
  fputs("first", *output);
  fclose(stdin);
  fputs("last", *output);
}
