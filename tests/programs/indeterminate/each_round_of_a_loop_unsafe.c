// expect: unsafe line=12
#include <assert.h>

int main(void) {
  int kept = 3;
  for (int i = 0; i < 2; i++) {
    int fresh;
    if (i == 0)
      fresh = 3;
    kept = fresh;
  }
  assert(kept == 3);
}
