// expect: safe property=valid-memsafety flags="--function largest --array-size values=count --pointer-args nonnull"
// 2026-11-16: reported unsafe, because an unsigned count of 2^63 and more was treated as one that there is room for
#include <stddef.h>
int largest(const int *values, size_t count) {
    int best = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] > best)
            best = values[i];
    return best;
}
