// expect: unsafe line=8 property=valid-memsafety
#include <stdio.h>
extern unsigned nondet(void);

int main(void) {
  char text[12];
  while (nondet()) {
    snprintf(text, sizeof text + 1, "%u: ", nondet());
    for (const char *p = text; *p; p++)
      ;
  }
  return 0;
}
