// uthash: two records with different keys are found again, a third key is not.
#include <assert.h>
#include <stddef.h>

#include "uthash.h"

extern int __VERIFIER_nondet_int(void);

struct record {
    int key;
    int value;
    UT_hash_handle hh;
};

int main(void)
{
    static struct record first = {.key = 1, .value = 10};
    static struct record second = {.key = 2, .value = 20};
    struct record *table = NULL;
    struct record *found;
    int key = __VERIFIER_nondet_int();

    HASH_ADD_INT(table, key, &first);
    HASH_ADD_INT(table, key, &second);
    HASH_FIND_INT(table, &key, found);
    assert((found != NULL) == (key == 1 || key == 2));
    assert(found == NULL || found->value == 10 * key);
    return 0;
}
