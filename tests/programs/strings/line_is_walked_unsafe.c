// expect: unsafe line=12 property=valid-memsafety
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[100];
  unsigned blanks = 0;
  while (fgets(line, sizeof line, stdin)) {
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\n')
      line[n - 1] = 0;
    for (char *p = line; *p != 10; p++)
      blanks += *p == ' ';
  }
  return blanks > 9;
}
