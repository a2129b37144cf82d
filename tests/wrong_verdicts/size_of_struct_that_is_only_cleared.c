// expect: safe property=default flags="--function reset"
// 2026-11-18: reported unsafe, because the size of a struct whose members are never accessed was treated as one byte
#include <string.h>
typedef struct {
    int limit;
    char name[9];
} settings;
void reset(settings *given) {
    if (given)
        memset(given, 0, sizeof *given);
}
