// expect: safe property=valid-memsafety
#include <stdlib.h>
int main(void) {
    char *end, *other = "7";
    {
        char text[] = "12x";
        strtol(text, &end, 10);
        end = other;
    }
    return *end == 'y';
}
