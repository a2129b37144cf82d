// expect: unsafe line=11
// 2026-11-16: reported unknown, because every access to an argument was assumed to be invalid
#include <assert.h>
int main(int argc, char **argv) {
    int options = 0;
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            options++;
    if (argc > 3)
        return 0;
    assert(options < 2);
    return options;
}
