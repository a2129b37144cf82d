// A binary search that can look past the end: `high` starts one too far.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define LENGTH 6

static const int sorted[LENGTH] = {2, 3, 5, 7, 11, 13};

static int find(int wanted) {
    int low = 0, high = LENGTH;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        assert(middle < LENGTH);
        if (sorted[middle] == wanted)
            return middle;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void) {
    int wanted = __VERIFIER_nondet_int();
    return find(wanted) >= LENGTH;
}
