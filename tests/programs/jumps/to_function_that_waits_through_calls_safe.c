// expect: safe property=default
#include <setjmp.h>
static jmp_buf first, second;
static int begin(void) { return setjmp(second); }
static void leave(jmp_buf place) { longjmp(place, 1); }
static void (*const leaving)(jmp_buf) = leave;

int main(void) {
  if (setjmp(first))
    return 0;
  if (begin())
    return 0;
  leaving(first);
}
