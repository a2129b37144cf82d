// expect: unsafe line=8 flags="--modular"
// 2026-11-18: reported safe, because memory without a pointer parameter was treated as global variables.
#include <assert.h>
static int other, another, *pointer = &other, *unused = &another;
/*@ requires \valid(pointer); assigns other, another; */
void set(void) { other = 4; another = 4; *pointer = 5; unused = unused; }
int main(void) {
    int x = 1; pointer = &x; set(); assert(x == 1);
    pointer = &other; return 0;
}
