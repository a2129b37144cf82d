// expect: safe
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;
static int tries;
static void again(void) { longjmp(place, 1); }

int main(void) {
  for (volatile int i = 0; i < 2; i++) {
    int before = tries;
    if (setjmp(place) == 0)
      tries = before + 1;
    else
      tries = before + 2;
  }
  if (tries < 3)
    again();
  assert(tries == 3);
  return 0;
}
