// expect: unsafe line=28
#include <assert.h>
#include <stdlib.h>
struct Node {
  int value;
  struct Node *next;
};

static struct Node *push(struct Node *list, int value) {
  struct Node *n = malloc(sizeof *n);
  n->value = value;
  n->next = list;
  return n;
}

int main(void) {
  struct Node *list = 0;
  for (int i = 0; i < 3; i++)
    list = push(list, i);
  int sum = 0, length = 0;
  while (list) {
    struct Node *next = list->next;
    sum = sum * 10 + list->value;
    length++;
    free(list);
    list = next;
  }
  assert(sum == 12 && length == 3);
}
