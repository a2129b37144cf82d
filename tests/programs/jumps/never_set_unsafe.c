// expect: unsafe line=6 property=default
#include <setjmp.h>
static jmp_buf place;

int main(void) {
  longjmp(place, 1);
}
