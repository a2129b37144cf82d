// expect: safe
#include <alloca.h>
#include <assert.h>

int main(void) {
  int *p[3];
  for (int i = 0; i < 3; i++) {
    p[i] = alloca(sizeof(int));
    *p[i] = i;
  }
  assert(*p[0] == 0 && *p[1] == 1 && *p[2] == 2);
}
