// expect: unsafe line=29 property=unreach-call
// 2026-11-16: reported safe, because a write to summarised objects of a loop was seen on the branch that leaves the loop, too
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct node {
  struct node *next;
  int seen;
};
static struct node *node(void) {
  struct node *made = malloc(sizeof(struct node));
  made->next = NULL;
  made->seen = 0;
  return made;
}
int main(void) {
  struct node *first = node();
  struct node *last = node();
  unsigned rounds = 0;
  first->next = last;
  while (__VERIFIER_nondet_bool()) {
    if (last)
      last->seen = 0;
    first->next = last;
    last = rounds == 200 ? NULL : node();
    rounds++;
  }
  if (last && !first->next)
    reach_error();
  return 0;
}
