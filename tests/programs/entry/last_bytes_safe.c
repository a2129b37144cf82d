// expect: safe property=valid-memsafety flags="--function last --pointer-args nonnull"
#include <time.h>
typedef int vector __attribute__((vector_size(16)));
struct __attribute__((packed)) packed {
    char letter;
    int number;
};
static int byte(const void *object, unsigned long index) {
    return ((const unsigned char *)object)[index];
}
int last(const long double *a, const double _Complex *b, const vector *c, const struct packed *d, const struct tm *e, const struct timespec *f) {
    return byte(a, sizeof *a - 1) ^ byte(b, sizeof *b - 1) ^ byte(c, sizeof *c - 1) ^ byte(d, sizeof *d - 1) ^ byte(e, sizeof *e - 1) ^
           byte(f, sizeof *f - 1);
}
