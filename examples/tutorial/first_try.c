#include "stack.h"

void stack_init(struct stack *s) {
    s->count = 0;
}

int stack_push(struct stack *s, int item) {
    if (s->count > CAPACITY)
        return 0;
    s->items[s->count++] = item;
    return 1;
}

int stack_pop(struct stack *s, int *item) {
    if (s->count == 0)
        return 0;
    *item = s->items[--s->count];
    return 1;
}
