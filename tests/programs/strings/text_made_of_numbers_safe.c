// expect: safe property=valid-memsafety flags="--engine kind"
#include <stdio.h>
extern unsigned nondet(void);

int main(void) {
  char text[12];
  while (nondet()) {
    snprintf(text, sizeof text, "%u.", nondet());
    for (const char *p = text; *p; p++)
      ;
  }
  return 0;
}
