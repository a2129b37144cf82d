// utlist: three nodes put in order are in order.
#include <assert.h>
#include <stddef.h>

#include "utlist.h"

extern int __VERIFIER_nondet_int(void);

struct node {
    int key;
    struct node *next;
};

static int compare(const struct node *a, const struct node *b)
{
    return (a->key > b->key) - (a->key < b->key);
}

int main(void)
{
    struct node nodes[3];
    struct node *head = NULL;
    struct node *each;
    int count = 0;

    for (int i = 0; i < 3; i++) {
        nodes[i].key = __VERIFIER_nondet_int();
        LL_INSERT_INORDER(head, &nodes[i], compare);
    }
    LL_FOREACH(head, each)
    {
        assert(each->next == NULL || each->key <= each->next->key);
        count++;
    }
    assert(count == 3);
    return 0;
}
