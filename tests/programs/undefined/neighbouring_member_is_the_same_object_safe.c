// expect: safe
#include <assert.h>
struct Pair {
  int a, b;
};

int main(void) {
  struct Pair p = {1, 2};
  char *bytes = (char *)&p;
  bytes[4] = 9;
  assert(p.b == 9);
}
