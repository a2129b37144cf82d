// expect: unsafe line=7
#include <assert.h>
int shared;
__attribute__((constructor)) static void prepare(void) { shared += 1; }

int main(void) {
  assert(shared == 4);
}
