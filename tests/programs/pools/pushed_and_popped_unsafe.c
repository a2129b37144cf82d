// expect: unsafe line=19 property=assertions
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *stack = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct node *top = malloc(sizeof *top);
      top->value = __VERIFIER_nondet_int();
      top->next = stack;
      stack = top;
    } else if (stack != 0) {
      assert(stack->value == 3);
      stack = stack->next;
    }
  }
  return 0;
}
