// expect: unsafe line=11
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *from = fopen("from", "r"), *to = fopen("to", "w");
  if (from == 0 || to == 0)
    return 0;
  fputs("copy: ", to);
  int c = fgetc(from);
  assert(c >= -1 && c <= 254);
}
