// expect: unknown why=nothing-checked flags="-DNDEBUG"
// 2026-11-16: reported safe, although -DNDEBUG leaves no assertion in the program
#include <assert.h>
int main(int count, char **arguments) {
    assert(count == 1);
    return 0;
}
