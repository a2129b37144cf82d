// expect: unknown why=approximation property=default flags="--modular"
// 2026-11-18: reported unsafe, because a function that calls longjmp was proved for a jmp_buf without setjmp.
#include <setjmp.h>
static jmp_buf place;
/*@ assigns \nothing; */
void work(void) { longjmp(place, 1); }
int main(void) { return setjmp(place); }
