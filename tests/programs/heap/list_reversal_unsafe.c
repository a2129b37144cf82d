// expect: unsafe line=18
#include <assert.h>
#include <stdlib.h>
struct Node {
  int value;
  struct Node *next;
};

int main(void) {
  struct Node c = {3, 0}, b = {2, &c}, a = {1, &b};
  struct Node *reversed = 0, *current = &a;
  while (current) {
    struct Node *next = current->next;
    current->next = reversed;
    reversed = current;
    current = next;
  }
  assert(reversed->value == 1 && reversed->next->next == &a && a.next == 0);
}
