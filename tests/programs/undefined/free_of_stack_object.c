// expect: unknown why=undefined-behaviour
#include <stdlib.h>

int main(void) {
  int x;
  int *p = &x;
  free(p);
}
