// expect: unsafe line=15 property=valid-memsafety violates=valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  int room = __VERIFIER_nondet_int(), end = __VERIFIER_nondet_int();
  if (end < 0 || room <= end)
    return 0;
  char *text = malloc(room);
  for (int i = 0; i < end; i++)
    text[i] = __VERIFIER_nondet_char();
  text[end] = 'x';
  char *at = text;
  while (*at)
    at++;
  *at = 'x';
  free(text);
  return 0;
}
