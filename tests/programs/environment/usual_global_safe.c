// expect: safe property=assertions
#include <assert.h>
static int limit = 3;
static int table[4] = {1, 2, 3, 4};
static int other = 5;
int main(void) {
    assert(table[limit & 3] == limit + 1 || other != 5);
    return 0;
}
