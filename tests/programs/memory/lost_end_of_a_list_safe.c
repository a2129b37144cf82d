// expect: safe property=valid-memsafety
#include <stdlib.h>
static struct node {
    struct node *next;
} *head;
int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    head->next->next->next = 0;
    return 0;
}
