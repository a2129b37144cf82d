// expect: unsafe line=7
#include <assert.h>
static int g;
__attribute__((constructor)) static void prepare(void) { g = 5; }

int main(void) {
  assert(g == 0);
}
