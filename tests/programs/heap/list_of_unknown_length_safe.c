// expect: safe
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct Node {
  struct Node *next;
};

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 4, length = 0;
  struct Node *list = 0;
  for (unsigned i = 0; i < n; i++) {
    struct Node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  for (; list; list = list->next)
    length++;
  assert(length == n);
}
