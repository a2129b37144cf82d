// expect: unsafe line=10 flags="--data-model ILP32"
#include <assert.h>
struct Node {
  struct Node *next;
  long long payload;
};

int main(void) {
  struct Node a = {0, 1}, b = {&a, 2};
  assert(sizeof(struct Node) == 16 && b.next->payload == 1);
}
