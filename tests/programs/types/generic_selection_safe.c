// expect: safe
#include <assert.h>
#define KIND(x) _Generic((x), int: 1, float: 2, default: 3)

int main(void) {
  assert(KIND(1) == 1 && KIND(1.0f) == 2 && KIND(1.0) == 3 && KIND('a') == 1);
}
