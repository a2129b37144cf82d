#include "counter.h"
int counter_total;

int counter_add(int amount) {
  counter_total += amount;
  return counter_total;
}
