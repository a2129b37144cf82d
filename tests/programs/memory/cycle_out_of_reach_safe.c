// expect: safe property=valid-memsafety
#include <stdlib.h>
static struct node {
    struct node *next;
} *head;
int main(void) {
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    head = b;
    return 0;
}
