// expect: unsafe line=11
#include <assert.h>

int main(void) {
  int i = 0;
  for (;;) {
    if (i == 6)
      break;
    i += 2;
  }
  assert(i == 8);
}
