// expect: unsafe line=16 property=default
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct line { char text[3]; const char *word; };

int main(void) {
  struct line line;
  for (int i = 0; i < 2; i++)
    line.text[i] = (char)__VERIFIER_nondet_uchar();
  line.text[2] = 0;
  line.word = line.text;
  char *at = line.text;
  while (*at != 0 && *at != ' ')
    at++;
  at[__VERIFIER_nondet_uchar() & 7] = 0;
  return line.word[0];
}
