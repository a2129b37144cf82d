// expect: safe
#include <assert.h>
struct Flags {
  _Bool ready : 1;
  int sign : 1;
};

int main(void) {
  struct Flags f = {.ready = 2, .sign = 1};
  assert(f.ready == 1 && f.sign == -1);
}
