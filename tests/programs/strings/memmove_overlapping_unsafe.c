// expect: unsafe line=8
#include <assert.h>
#include <string.h>

int main(void) {
  char s[] = "abcdef";
  memmove(s + 2, s, 4);
  assert(s[2] == 'a' && s[4] == 'a' && s[5] == 'd');
}
