// expect: unsafe line=18 property=assertions
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  for (; list; list = list->next)
    assert(list->value == 0);
  return 0;
}
