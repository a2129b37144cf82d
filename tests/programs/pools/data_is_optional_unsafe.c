// expect: unsafe line=19 property=valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct data { int v; int *array; };
struct node { struct data *data; struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->data = __VERIFIER_nondet_int() ? malloc(sizeof *n->data) : 0;
        if (n->data) n->data->v = 3;
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *next = list->next;
        if (next && !list->data)
            list->data = next->data;
        free(list->data);
        free(list);
        list = next;
    }
    return 0;
}
