// expect: safe
#include <assert.h>

int main(void) {
  while (1)
    ;
  assert(0);
}
