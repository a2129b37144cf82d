// expect: unsafe line=7
#include <assert.h>
enum Colour { RED, GREEN = 5, BLUE };

int main(void) {
  enum Colour c = BLUE;
  assert(RED == 0 && c == 2 && sizeof c == 4);
}
