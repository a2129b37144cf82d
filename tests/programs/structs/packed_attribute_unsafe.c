// expect: unsafe line=10
#include <assert.h>
struct __attribute__((packed)) Tight {
  char c;
  int i;
};

int main(void) {
  struct Tight t[2] = {{'a', 1}, {'b', 2}};
  assert(sizeof t == 10 && t[1].i == 1);
}
