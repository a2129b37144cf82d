// expect: safe flags="-DNDEBUG"
#include <assert.h>

int main(void) {
  assert(0);
}
