#include "stack.h"

/*@ requires \valid(s);
    assigns s->count;
    ensures s->count == 0; */
void stack_init(struct stack *s) {
    s->count = 0;
}

/*@ requires \valid(s) && 0 <= s->count <= CAPACITY;
    assigns s->count, s->items[0..CAPACITY - 1];
    ensures 0 <= s->count <= CAPACITY;
    ensures \result == 1 ==> s->count == \old(s->count) + 1 && s->items[s->count - 1] == item;
    ensures \result == 0 ==> s->count == CAPACITY; */
int stack_push(struct stack *s, int item) {
    if (s->count >= CAPACITY)
        return 0;
    s->items[s->count++] = item;
    return 1;
}

/*@ requires \valid(s) && \valid(item) && 0 <= s->count <= CAPACITY;
    assigns s->count, *item;
    ensures 0 <= s->count <= CAPACITY;
    ensures \result == 1 ==> s->count == \old(s->count) - 1; */
int stack_pop(struct stack *s, int *item) {
    if (s->count == 0)
        return 0;
    *item = s->items[--s->count];
    return 1;
}
