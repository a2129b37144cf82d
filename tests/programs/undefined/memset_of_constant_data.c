// expect: unknown why=undefined-behaviour
#include <string.h>
static const int limits[2] = {1, 2};

int main(void) {
  memset((void *)limits, 0, sizeof limits);
  return limits[0];
}
