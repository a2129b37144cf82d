// expect: unsafe line=6
#include <assert.h>
#include <stdlib.h>

int main(void) {
  assert(atoi("  -42x") == 42 && atoi("") == 0);
}
