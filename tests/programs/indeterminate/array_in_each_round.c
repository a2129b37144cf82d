// expect: unsafe line=10
#include <assert.h>

int main(void) {
  for (int i = 0; i < 2; i++) {
    int a[2];
    if (i == 0)
      a[0] = a[1] = 3;
    else
      assert(a[0] == 3);
  }
}
