// expect: unknown why=undefined-behaviour
#include <string.h>
static const int limits[2] = {1, 2};

int main(void) {
  memcpy((void *)limits, &(int[2]){3, 4}, sizeof limits);
  return limits[0];
}
