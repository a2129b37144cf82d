// expect: safe property=valid-memsafety flags="--engine kind"
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  unsigned length = __VERIFIER_nondet_uchar() + 1u;
  char *text = malloc(length);
  if (!text)
    return 0;
  for (unsigned i = 0; i < length - 1; i++)
    text[i] = __VERIFIER_nondet_char();
  text[length - 1] = 0;
  char *p = text;
  while (*p)
    p++;
  free(text);
}
