// expect: unsafe line=5
#include <assert.h>

int main(void) {
  assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 4 && sizeof(void *) == 8);
}
