// expect: safe property=assertions
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct item { int key, value; } items[2000];

int main(void) {
  for (int i = 0; i < 2000; i++) {
    items[i].key = i;
    items[i].value = 5;
  }
  for (int i = 0; i < 2000; i++)
    assert(items[i].value == 5 && items[i].key == i);
}
