// expect: unknown why=not-supported
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf place;

int main(void) {
  if (setjmp(place))
    reach_error();
  longjmp(place, 1);
}
