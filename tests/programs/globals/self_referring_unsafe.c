// expect: unsafe line=10
#include <assert.h>
struct Ring {
  struct Ring *next;
  int value;
};
struct Ring a, b = {&a, 2}, a = {&b, 1};

int main(void) {
  assert(a.next->next == &a && a.next->value == 1);
}
