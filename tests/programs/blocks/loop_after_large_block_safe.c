// expect: safe property=default
// The loop has no bound: its proof is about the program with a loop in place of the block.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static char bytes[100000];

int main(void) {
    unsigned at = 0;
    memset(bytes + 1, 1, 99998);
    while (__VERIFIER_nondet_int()) {
        at = at == 99999 ? 0 : at + 1;
        bytes[at] = 2;
        assert(at < sizeof bytes);
    }
}
