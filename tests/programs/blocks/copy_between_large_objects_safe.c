// expect: safe property=default
// A copy of unknown size between objects of unknown sizes.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct message {
    unsigned length;
    char *owner;
    char text[4000];
};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (n > 4000 || k >= n)
        return 0;
    char *from = malloc(n);
    struct message *to = malloc(sizeof *to);
    from[k] = 'x';
    to->length = n;
    to->owner = from;
    memcpy(to->text, from, n);
    from[k] = 'y';
    assert(to->text[k] == 'x' && to->length == n);
    memset(to->text, 0, to->length);
    assert(to->text[k] == 0);
    free(to->owner);
    free(to);
}
