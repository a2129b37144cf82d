// expect: safe property=valid-memsafety flags="--engine kind"
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  long *data;
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *node = malloc(sizeof *node);
    node->data = __VERIFIER_nondet_int() ? malloc(sizeof(long)) : 0;
    node->next = list;
    list = node;
  }
  while (list) {
    struct node *next = list->next;
    if (list->data)
      free(list->data);
    free(list);
    list = next;
  }
  return 0;
}
