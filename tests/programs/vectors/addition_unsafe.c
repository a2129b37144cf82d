// expect: unsafe line=7
#include <assert.h>
typedef int four __attribute__((vector_size(16)));

int main(void) {
  four a = {1, 2, 3, 4}, b = a + a;
  assert(b[3] == 7);
}
