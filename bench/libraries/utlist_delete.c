// utlist: a node that was deleted from a doubly linked list is freed, and the list goes on without it.
#include <assert.h>
#include <stdlib.h>

#include "utlist.h"

extern unsigned char __VERIFIER_nondet_uchar(void);

struct node {
    int key;
    struct node *prev;
    struct node *next;
};

int main(void)
{
    struct node *head = NULL;
    struct node *each;
    struct node *other;
    int victim = __VERIFIER_nondet_uchar() % 4;
    int count = 0;

    for (int i = 0; i < 4; i++) {
        struct node *node = malloc(sizeof *node);
        if (node == NULL)
            abort();
        node->key = i;
        DL_APPEND(head, node);
    }
    DL_FOREACH_SAFE(head, each, other)
    {
        if (each->key == victim) {
            DL_DELETE(head, each);
            free(each);
        }
    }
    DL_FOREACH(head, each)
    {
        assert(each->key != victim);
        count++;
    }
    assert(count == 3);
    DL_FOREACH_SAFE(head, each, other)
    {
        DL_DELETE(head, each);
        free(each);
    }
    assert(head == NULL);
    return 0;
}
