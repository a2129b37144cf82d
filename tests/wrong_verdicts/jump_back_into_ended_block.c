// expect: safe property=default
// 2026-11-18: crashed, because the call outside of the block has no value for its variable on the path back to setjmp
#include <setjmp.h>
static jmp_buf place;
static void leave(void) { longjmp(place, 1); }

int main(int argc, char **argv) {
  if (argc > 1) {
    int before = argc;
    if (setjmp(place))
      return before - argc;
  } else if (setjmp(place)) {
    return 1;
  }
  leave();
}
