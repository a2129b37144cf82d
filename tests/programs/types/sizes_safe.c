// expect: safe
#include <assert.h>

int main(void) {
  assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8 && sizeof(void *) == 8);
}
