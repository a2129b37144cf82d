#include "stack.h"

extern int __VERIFIER_nondet_int(void);

/* Any sequence of commands: the environment chooses. */
int main(void) {
    struct stack s;
    int item;
    stack_init(&s);
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            stack_push(&s, __VERIFIER_nondet_int());
        else
            stack_pop(&s, &item);
    }
    return 0;
}
