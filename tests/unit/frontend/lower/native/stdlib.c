#include "native.h"

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    number s = 0;
    const char *numbers[] = {"42", " -17x", "+0", "0x1F", "99999999999999999999", "-99999999999999999999", "abc", "", "077", "zz"};
    char *end;
    for (int i = 0; i < 10; i++) {
        s = mix(s, strtol(numbers[i], &end, 0));
        s = mix(s, end - numbers[i]);
        s = mix(s, strtoul(numbers[i], &end, 10));
        s = mix(s, end - numbers[i]);
        s = mix(s, strtol(numbers[i], 0, 36));
        if (i < 4) s = mix(s, atoi(numbers[i]));
    }
    int v[] = {5, -2, 9, 0, 3, 3, -7};
    qsort(v, 7, sizeof *v, by_value);
    for (int i = 0; i < 7; i++) s = mix(s, v[i]);
    s = mix(s, abs(-4) + labs(-5L));
    div_t q = div(-17, 5);
    s = mix(s, q.quot * 10 + q.rem);
    int *z = calloc(4, 4);
    s = mix(s, z[3]);
    finish(s);
    return 0;
}
