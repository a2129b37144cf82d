// expect: safe property=valid-memsafety
#include <stdlib.h>
struct node {
    struct node *next;
};
int main(void) {
    struct node *n = calloc(1, sizeof *n);
    struct node *last = n->next;
    if (last)
        last->next = 0;
    free(n);
    return 0;
}
