// expect: unsafe line=17
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;
static int calls;
static void leave(void) { calls++; longjmp(place, calls); }
static void stay(void) { calls++; }

int main(void) {
  void (*steps[])(void) = {stay, stay, leave};
  switch (setjmp(place)) {
  case 0:
    for (int i = 0; i < 3; i++)
      steps[i]();
    assert(0);
  case 3:
    assert(calls == 2);
    break;
  default:
    assert(0);
  }
}
