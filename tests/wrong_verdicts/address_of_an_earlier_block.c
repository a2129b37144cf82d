// expect: unsafe line=13 property=default
// 2026-11-18: reported safe, because a variable of a later block, whose address is only compared, could not be where an ended one was
#include <assert.h>

int main(void) {
    int *kept;
    {
        int first = 1;
        kept = &first;
    }
    {
        int second = 2;
        assert(kept != &second);
    }
    return 0;
}
