// expect: unsafe line=7 property=default
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf place;
static int depth;

int main(void) {
  if (depth++ == 1)
    return setjmp(place);
  main();
  longjmp(place, 1);
}
