// expect: unknown why=undefined-behaviour
#include <assert.h>
#include <string.h>

int main(void) {
  char s[3] = {'a', 'b', 'c'};
  assert(strlen(s) >= 3);
}
