// expect: unknown why=bound-reached property=termination
// 2026-11-19: safe; the number of allocated objects, a word of 62 bits, seemed to have room to rise up to its end only.
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
    struct node *head = 0;
    for (;;) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
}
