// expect: unsafe line=6
#include <assert.h>

int main(void) {
  float big = 16777216.0f;
  assert(big + 1.0f == 16777217.0 && big + 3.0f == 16777220.0f);
}
