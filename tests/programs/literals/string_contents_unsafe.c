// expect: unsafe line=7
#include <assert.h>

int main(void) {
  const char *s = "ab\0cd\x7f" "e";
  char copy[] = "xyz";
  assert(s[3] == 'c' && s[5] == 'e' && sizeof copy == 4 && copy[3] == 0);
}
