// expect: unknown why=nothing-checked flags="-DNDEBUG"
#include <assert.h>

int main(void) {
  assert(0);
}
