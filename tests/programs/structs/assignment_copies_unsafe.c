// expect: unsafe line=11
#include <assert.h>
struct Box {
  int content[4];
};

int main(void) {
  struct Box a = {{1, 2, 3, 4}};
  struct Box b = a;
  b.content[2] = 9;
  assert(a.content[2] == 9 && b.content[3] == 4);
}
