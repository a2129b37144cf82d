// expect: unsafe line=37 property=assertions
#include <assert.h>
#include <stdarg.h>

struct large { long a, b, c; };
struct pair { double x, y; };
struct mixed { int n; float f; };

static double total(const char *types, ...) {
    va_list list;
    double sum = 0;
    va_start(list, types);
    for (; *types; types++)
        switch (*types) {
        case 'i': sum += va_arg(list, int); break;
        case 'l': sum += (double)va_arg(list, long long); break;
        case 'd': sum += va_arg(list, double); break;
        case 'L': sum += (double)va_arg(list, long double); break;
        case 'p': sum += *va_arg(list, int *); break;
        case 'S': sum += (double)va_arg(list, struct large).c; break;
        case 'P': sum += va_arg(list, struct pair).y; break;
        case 'M': sum += va_arg(list, struct mixed).f; break;
        }
    va_end(list);
    return sum;
}

int main(void) {
    int seven = 7;
    struct large large = {1, 2, 3};
    struct pair pair = {4, 5};
    struct mixed mixed = {6, 7.5f};
    char small = 2;
    float half = 0.5f;
    assert(total("") == 0);
    assert(total("ildpSPM", small, 1LL << 40, half, &seven, large, pair, mixed) == 1099511627776.0 + 2 + 0.5 + 7 + 3 + 5 + 7.5);
    assert(total("iiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 36 + 56);
    assert(total("iLiL", 1, 2.0L, 3, 4.0L) == 10);
    return 0;
}
