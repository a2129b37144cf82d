// expect: unsafe line=21 property=assertions
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
  while (__VERIFIER_nondet_int()) {
    last->value = 5;
    last->next = malloc(sizeof *last);
    last = last->next;
  }
  last->value = 6;
  last->next = 0;
  for (struct node *each = first; each; each = each->next)
    assert(each->value == 5);
  return 0;
}
