// expect: unknown why=undefined-behaviour
#include <assert.h>

int main(void) {
  int a[3], guard = 5;
  for (int i = 0; i <= 3; i++)
    a[i] = 0;
  assert(guard == 5);
}
