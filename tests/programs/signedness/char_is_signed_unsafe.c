// expect: unsafe line=6
#include <assert.h>

int main(void) {
  char c = (char)0xff;
  assert(c > 0);
}
