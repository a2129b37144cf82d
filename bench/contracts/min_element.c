#include <stddef.h>
/*@ requires n > 0 && \valid_read(a + (0..n-1));
    assigns \nothing;
    ensures \result < n;
    ensures lower: \forall integer i; 0 <= i < n ==> a[\result] <= a[i]; */
size_t min_element(const int *a, size_t n) {
    size_t min = 0;
    /*@ loop invariant 0 <= i <= n;
        loop invariant 0 <= min < n;
        loop invariant \forall integer k; 0 <= k < i ==> a[min] <= a[k];
        loop variant n - i; */
    for (size_t i = 0; i < n; i++) {
        if (a[i] < a[min]) { min = i; }
    }
    return min;
}
