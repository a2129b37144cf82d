// expect: safe
#include <assert.h>
#include <sys/stat.h>
int main(void) {
    struct stat state;
    if (stat("/tmp", &state) != 0)
        return 1;
    assert(state.st_size >= 0 && state.st_mtim.tv_nsec < 1000000000);
    assert(!S_ISDIR(state.st_mode) || !S_ISREG(state.st_mode));
    return 0;
}
