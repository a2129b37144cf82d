// expect: unknown why=undefined-behaviour
#include <assert.h>

int main(void) {
  char *s = "abc";
  s[0] = 'x';
  assert(s[1] == 'b');
}
