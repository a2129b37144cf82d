// expect: unsafe line=8 property=default
#include <setjmp.h>
static jmp_buf place;
static int begin(void) { return setjmp(place); }

int main(void) {
  if (begin() == 0)
    longjmp(place, 1);
}
