#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures some: \result > 0 ==> n > 0; */
size_t count(const int *a, size_t n, int v) {
    size_t counted = 0;
    /*@ loop invariant 0 <= i <= n;
        loop invariant 0 <= counted <= i;
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        if (a[i] == v) { counted++; }
    }
    return counted;
}
