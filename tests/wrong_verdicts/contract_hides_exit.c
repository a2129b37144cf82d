// expect: unsafe line=6 flags="--modular"
// 2026-11-18: reported safe, because a contract replaced a function that ends the program, so that exit handlers were not checked.
#include <assert.h>
#include <stdlib.h>
static int bad;
static void at_end(void) { assert(!bad); }
/*@ assigns bad; ensures bad == 0; */
void work(int c) { bad = 1; if (c == 3) exit(1); bad = 0; }
int main(int argc, char **argv) { (void)argv; atexit(at_end); work(argc); return 0; }
