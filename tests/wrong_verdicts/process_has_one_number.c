// expect: safe
// 2026-11-18: reported unsafe, because getpid, clock, umask, dup, fileno and getcwd returned arbitrary values, independent of earlier calls
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    assert(getpid() == getpid());
    umask(022);
    assert(umask(0) == 022);
    clock_t before = clock(), after = clock();
    assert(before < 0 || after < 0 || before <= after);
    assert(dup(1) != 1 && fileno(stderr) == 2);
    char path[4];
    assert(getcwd(path, sizeof path) == 0 || path[0] == '/');
    return 0;
}
