/* A stack of at most CAPACITY numbers. */
enum { CAPACITY = 8 };

struct stack {
    int count;
    int items[CAPACITY];
};

void stack_init(struct stack *s);
int stack_push(struct stack *s, int item);
int stack_pop(struct stack *s, int *item);
