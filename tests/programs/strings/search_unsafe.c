// expect: unsafe line=7
#include <assert.h>
#include <string.h>

int main(void) {
  const char *s = "find me";
  assert(strchr(s, 'm') == s + 4 && strchr(s, 'z') == 0 && strrchr(s, 'd') == s + 3);
}
