// expect: unsafe line=8 property=default
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    if (argc < 2) return 0;
    size_t length = strlen(argv[1]);
    assert(argv[1][length + 1] == '\0');
    if (strcmp(argv[1], "-v") == 0) assert(length == 2);
    return 0;
}
