// expect: unknown why=undefined-behaviour
#include <assert.h>
#include <string.h>

int main(void) {
  char a[4] = "abc", b[8];
  memcpy(b, a, 8);
  assert(b[0] == 'a');
}
