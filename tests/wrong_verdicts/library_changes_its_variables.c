// expect: unknown why=approximation
// 2026-11-16: reported safe, because getopt was assumed not to change optind
#include <assert.h>
#include <unistd.h>
static char *arguments[] = {"program", "-x", 0};
int main(void) {
    int before = optind;
    getopt(2, arguments, "x");
    assert(before == optind);
    return 0;
}
