// expect: unknown why=approximation property=default flags="--modular"
// 2026-11-18: said unsafe, because a function that jumps was proved for places that were never set.
#include <setjmp.h>
static jmp_buf place;
/*@ assigns \nothing; */
void work(void) { longjmp(place, 1); }
int main(void) { return setjmp(place); }
