// expect: safe
#include <assert.h>
struct Entry {
  int key, value, extra;
};

int main(void) {
  struct Entry entries[3] = {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
  int total = 0;
  for (struct Entry *e = entries + 2; e >= entries; e--)
    total += e->value;
  assert(total == 6);
}
