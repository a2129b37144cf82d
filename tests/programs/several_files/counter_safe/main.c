// expect: safe
#include <assert.h>
#include "counter.h"

int main(void) {
  counter_add(3);
  assert(counter_add(2) == 5 && counter_total == 5);
}
