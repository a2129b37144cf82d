// expect: unsafe line=9 property=valid-memsafety
#include <stdio.h>

int main(void) {
  char line[40];
  while (fgets(line, sizeof line, stdin)) {
    char key[8];
    int value;
    if (sscanf(line, "%8s", key) != 1 || sscanf(key, "%d", &value) != 1)
      continue;
  }
  return 0;
}
