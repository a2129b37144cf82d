// expect: unsafe line=4 property=default flags="--modular"
// 2026-11-18: reported safe, because the proof of a contract did not check for leaks when the function returns.
#include <stdlib.h>
/*@ assigns \nothing; */
void leak(void) { char *p = malloc(3); p[0] = 1; }
int main(void) { return 0; }
