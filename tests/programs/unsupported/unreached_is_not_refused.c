// expect: safe property=unreach-call
#include <setjmp.h>
static jmp_buf place;
void never_called(void) { longjmp(place, 1); }

int main(void) { return 0; }
