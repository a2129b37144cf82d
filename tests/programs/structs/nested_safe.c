// expect: safe
#include <assert.h>
struct Inner {
  char c;
  int values[3];
};
struct Outer {
  struct Inner inner[2];
  struct Inner *chosen;
};

int main(void) {
  struct Outer o = {{{'a', {1, 2, 3}}, {'b', {4, 5, 6}}}, 0};
  o.chosen = &o.inner[1];
  o.chosen->values[2]++;
  assert(o.inner[1].values[2] == 7 && o.inner[0].values[2] == 3);
}
