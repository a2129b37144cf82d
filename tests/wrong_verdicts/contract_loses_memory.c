// expect: unsafe line=6 property=default flags="--modular"
// 2026-11-18: reported safe, because the proof of a contract did not check for leaks when the function returns.
#include <stdlib.h>
/*@ assigns \nothing; ensures \result == 1; */
int leak(void) { char *p = malloc(3); p[0] = 1; return 1; }
int main(void) { return leak(); }
