// expect: safe property=valid-memsafety flags="--engine kind"
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[100];
  unsigned blanks = 0;
  while (fgets(line, sizeof line, stdin)) {
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\n')
      line[n - 1] = 0;
    for (char *p = line; *p; p++)
      blanks += *p == ' ';
  }
  return blanks > 9;
}
