// expect: unsafe line=10 violates=valid-deref property=valid-memsafety
#include <stdlib.h>
struct node {
    struct node *next;
};
int main(void) {
    struct node *n = malloc(sizeof *n);
    struct node *last = n->next;
    if (last)
        last->next = 0;
    free(n);
    return 0;
}
