// expect: safe
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[5];
  unsigned length = 0;
  for (int i = 0; i < 4; i++)
    text[i] = __VERIFIER_nondet_char();
  text[4] = 0;
  while (text[length] != 0)
    length++;
  assert(length <= 4);
  assert(length == 0 || text[length - 1] != 0);
}
