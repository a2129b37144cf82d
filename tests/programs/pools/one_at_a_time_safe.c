// expect: safe property=assertions flags="--engine kind"
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  int *cell = malloc(sizeof *cell);
  *cell = 0;
  while (__VERIFIER_nondet_int()) {
    int *fresh = malloc(sizeof *fresh);
    *fresh = *cell;
    free(cell);
    cell = fresh;
    assert(*cell == 0);
  }
  free(cell);
  return 0;
}
