// expect: safe
#include <assert.h>

int main(void) {
  for (int i = 1; i <= 4; i++)
    assert(i != 5);
}
