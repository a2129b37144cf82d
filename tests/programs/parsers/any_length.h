// Size of an input: any, or LIMIT at most.
#ifndef ANY_LENGTH_H
#define ANY_LENGTH_H

#include <stddef.h>

extern size_t __VERIFIER_nondet_size_t(void);
extern void __VERIFIER_assume(int condition);

static inline size_t any_length(void)
{
    size_t length = __VERIFIER_nondet_size_t();

#ifdef LIMIT
    __VERIFIER_assume(length <= LIMIT);
#endif
    return length;
}

#endif
