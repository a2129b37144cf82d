// expect: unsafe line=11
#include <assert.h>
#include <stdalign.h>

int main(void) {
  struct Padded {
    char c;
    int n;
  } original;
  __typeof__(original) copy;
  assert(alignof(float[10]) == 4 && alignof(struct Padded) == 4 && sizeof copy == 5);
}
