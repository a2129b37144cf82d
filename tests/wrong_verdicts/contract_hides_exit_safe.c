// expect: safe flags="--modular"
// 2026-11-18: the twin, which ends when all is well.
#include <assert.h>
#include <stdlib.h>
static int bad;
static void at_end(void) { assert(!bad); }
/*@ assigns bad; ensures bad == 0; */
void work(int c) { bad = 1; bad = 0; if (c == 3) exit(1); }
int main(int argc, char **argv) { (void)argv; atexit(at_end); work(argc); return 0; }
