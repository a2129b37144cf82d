// expect: safe
#include <assert.h>
#include <string.h>

int main(void) {
  char s[] = "abcdef";
  memmove(s + 2, s, 4);
  assert(s[2] == 'a' && s[4] == 'c' && s[5] == 'd');
}
