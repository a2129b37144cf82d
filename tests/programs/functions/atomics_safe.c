// expect: safe
#include <assert.h>
#include <stdatomic.h>

int main(void) {
  atomic_int x = 1;
  atomic_fetch_add(&x, 2);
  int expected = 3;
  assert(atomic_compare_exchange_strong(&x, &expected, 9) && x == 9);
}
