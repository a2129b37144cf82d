// expect: safe property=default
// 2026-11-18: reported unsafe, because errno could be any int after a call of the system, also 0 after one that failed
#include <assert.h>
#include <errno.h>
#include <fcntl.h>

int main(void) {
    int file = open("name", O_RDONLY);
    int status = file < 0 ? -errno : 0;
    assert(file >= 0 || status < 0);
    return 0;
}
