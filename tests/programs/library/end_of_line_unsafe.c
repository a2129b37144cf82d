// expect: unsafe line=8
#include <assert.h>
#include <stdio.h>

int main(void) {
  char line[3];
  if (fgets(line, sizeof line, stdin) != 0 && line[0] != '\n')
    assert(!feof(stdin) && !ferror(stdin));
}
