// expect: unsafe line=10 property=default
#include <stdio.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char text[8] = "ab";
  unsigned from = __VERIFIER_nondet_uint();
  if (from > 1)
    return 0;
  snprintf(text + 2, 5, "%s", text + from);
}
