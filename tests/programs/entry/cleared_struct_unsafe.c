// expect: unsafe line=9 property=valid-memsafety flags="--function reset"
#include <string.h>
typedef struct {
    int limit;
    char name[9];
} settings;
void reset(settings *given) {
    if (given)
        memset(given, 0, sizeof *given + 1);
}
