// expect: unsafe line=15
#include <assert.h>
struct Shape {
  int kind;
  union {
    struct {
      int width, height;
    };
    int radius;
  };
};

int main(void) {
  struct Shape s = {.kind = 1, .width = 5, .height = 6};
  assert(s.radius == 6);
}
