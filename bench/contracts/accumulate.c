#include <stddef.h>
/*@ requires n <= 1000 && \valid_read(a + (0..n-1));
    requires small: \forall integer i; 0 <= i < n ==> -1000 <= a[i] <= 1000;
    requires -1000 <= init <= 1000;
    assigns \nothing;
    ensures -1001000 <= \result <= 1001000; */
int accumulate(const int *a, size_t n, int init) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant -1000 * (i + 1) <= init <= 1000 * (i + 1);
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        init = init + a[i];
    }
    return init;
}
