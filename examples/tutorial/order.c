#include <assert.h>
#include "stack.h"

extern int __VERIFIER_nondet_int(void);

/* What was pushed last is popped first, whatever the stack holds. */
int main(void) {
    struct stack s;
    int item = __VERIFIER_nondet_int(), popped;
    stack_init(&s);
    for (int i = __VERIFIER_nondet_int() & 15; i > 0; i--)
        stack_push(&s, i);
    if (stack_push(&s, item)) {
        int is_popped = stack_pop(&s, &popped);
        assert(is_popped && popped == item);
    }
    return 0;
}
