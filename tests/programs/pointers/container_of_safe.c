// expect: safe
#include <assert.h>
#include <stddef.h>
struct Node {
  int value;
  struct Link {
    struct Link *next;
  } link;
};

int main(void) {
  struct Node n = {17, {0}};
  struct Link *l = &n.link;
  struct Node *owner = (struct Node *)((char *)l - offsetof(struct Node, link));
  assert(owner->value == 17);
}
