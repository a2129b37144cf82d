// expect: safe property=default flags="--function reset"
// 2026-11-18: said unsafe, because the size of a struct that is never looked into was taken for one byte
#include <string.h>
typedef struct {
    int limit;
    char name[9];
} settings;
void reset(settings *given) {
    if (given)
        memset(given, 0, sizeof *given);
}
