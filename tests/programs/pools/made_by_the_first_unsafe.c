// expect: unsafe line=20 property=valid-memsafety
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct header { int users; int *table; };
struct member { struct header *header; struct member *next; };
static struct member *joined(struct member *others) {
    struct member *new = malloc(sizeof *new);
    new->header = others ? others->header : calloc(1, sizeof *new->header);
    new->header->users++;
    new->next = others;
    return new;
}
int main(void) {
    struct member *members = 0;
    do
        members = joined(members);
    while (__VERIFIER_nondet_int());
    free(members->header);
    while (members) {
        struct member *next = members->next; members->header->users--;
        free(members);
        members = next;
    }
    return 0;
}
