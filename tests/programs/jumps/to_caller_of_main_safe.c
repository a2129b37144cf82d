// expect: safe property=default
#include <setjmp.h>
static jmp_buf place;
static int depth;

int main(void) {
  if (depth++ == 1)
    longjmp(place, 1);
  if (setjmp(place))
    return 0;
  main();
  __builtin_unreachable();
}
