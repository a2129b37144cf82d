// expect: safe
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
enum door { OPEN, CLOSED };

int main(void) {
  enum door door = OPEN;
  int floor = 0, moving = 0;
  for (;;) {
    switch (__VERIFIER_nondet_uchar() % 5) {
    case 0:
      if (!moving)
        door = OPEN;
      break;
    case 1: door = CLOSED; break;
    case 2:
      if (door == CLOSED && floor < 9) {
        moving = 1;
        floor++;
      }
      break;
    case 3:
      if (door == CLOSED && floor > 0) {
        moving = 1;
        floor--;
      }
      break;
    default: moving = 0;
    }
    assert(!moving || door == CLOSED);
    assert(floor >= 0 && floor <= 9);
  }
}
