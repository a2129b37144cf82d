// expect: unsafe line=31 property=valid-memsafety
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
  odd = 1;
  for (last = list; last->kind != 6; last = last->next) {
    if (last->kind != (odd ? 5 : 4)) return 1; // the list would be lost
    odd = !odd;
  }
  while (list->kind != 6) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  free(list);
  return 0;
}
