// expect: safe
#include <assert.h>

int main(void) {
  int x = 5;
  int *p = &x, *q;
  char *from = (char *)&p, *to = (char *)&q;
  for (unsigned i = 0; i < sizeof p; i++)
    to[i] = from[i];
  *q = 6;
  assert(x == 6);
}
