// expect: safe property=default flags="--modular"
// 2026-11-18: reported unsafe, because a function that calls longjmp was proved for a jmp_buf without setjmp.
#include <setjmp.h>
static jmp_buf place;
/*@ requires 0 <= x < 1000; assigns \nothing; ensures \result == x + 1; */
int work(int x) { if (x > 100) longjmp(place, 1); return x + 1; }
int main(int argc, char **argv) { (void)argv; if (setjmp(place)) return 1; return argc < 1000 ? work(argc) == 0 : 0; }
