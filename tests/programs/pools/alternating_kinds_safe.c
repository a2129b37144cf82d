// expect: safe flags="--engine kind"
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int kind;
  struct node *next;
};

int main(void) {
  int odd = 0;
  struct node *list = malloc(sizeof *list), *last = list;
  while (__VERIFIER_nondet_int()) {
    last->kind = odd ? 5 : 4;
    odd = !odd;
    last->next = malloc(sizeof *last);
    last = last->next;
  }
  last->kind = 6;
  odd = 0;
  while (list->kind != 6) {
    assert(list->kind == (odd ? 5 : 4));
    odd = !odd;
    list = list->next;
  }
  return 0;
}
