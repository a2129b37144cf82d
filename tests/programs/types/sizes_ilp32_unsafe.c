// expect: unsafe line=5 flags="--data-model ILP32"
#include <assert.h>

int main(void) {
  assert(sizeof(long) == 8 && sizeof(void *) == 4 && sizeof(long long) == 8 && sizeof(int) == 4);
}
