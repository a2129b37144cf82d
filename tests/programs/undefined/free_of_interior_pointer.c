// expect: unknown why=undefined-behaviour
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  free(p + 1);
}
