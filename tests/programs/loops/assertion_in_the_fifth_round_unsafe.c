// expect: unsafe line=6
#include <assert.h>

int main(void) {
  for (int i = 1; i <= 5; i++)
    assert(i != 5);
}
