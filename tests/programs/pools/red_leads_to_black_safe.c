// expect: safe flags="--engine kind"
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int red;
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *black = malloc(sizeof *black);
    black->red = 0;
    black->next = list;
    list = black;
    if (__VERIFIER_nondet_int()) {
      struct node *red = malloc(sizeof *red);
      red->red = 1;
      red->next = black;
      list = red;
    }
  }
  while (list) {
    if (list->red) {
      list = list->next;
      assert(!list->red);
    }
    list = list->next;
  }
  return 0;
}
