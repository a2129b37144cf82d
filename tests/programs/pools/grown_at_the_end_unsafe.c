// expect: unsafe line=22 property=assertions
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first);
  struct node *last = first;
  last->value = 1;
  last->next = 0;
  while (__VERIFIER_nondet_int()) {
    last->next = malloc(sizeof *last);
    last = last->next;
    last->value = __VERIFIER_nondet_int();
    last->next = 0;
  }
  for (struct node *each = first; each; each = each->next)
    assert(each->value == 1);
  return 0;
}
