// expect: safe
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;

int main(void) {
  int value = setjmp(place);
  if (value == 0)
    longjmp(place, 0);
  assert(value == 1);
}
