// expect: unsafe line=20 property=valid-memsafety violates=valid-deref
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first);
  first->next = 0;
  struct node *last = first;
  while (__VERIFIER_nondet_int()) {
    last->next = malloc(sizeof *last);
    last = last->next;
    last->next = 0;
  }
  while (first) {
    struct node *rest = first->next;
    if (!rest || rest == last)
      free(last);
    first = rest;
  }
  return 0;
}
