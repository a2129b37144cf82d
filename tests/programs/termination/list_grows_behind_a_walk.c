// expect: safe property=termination
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    int n = __VERIFIER_nondet_int();
    struct node *head = malloc(sizeof *head);
    head->next = 0;
    for (int i = 0; i < n; i++) {
        struct node *last = head;
        while (last->next) last = last->next;
        last->next = malloc(sizeof *last);
        last->next->next = 0;
    }
    return 0;
}
