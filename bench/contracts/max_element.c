#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures n > 0 ==> \result < n;
    ensures upper: \forall integer i; 0 <= i < n ==> a[i] <= a[\result];
    ensures strict: \forall integer i; 0 <= i < \result ==> a[i] < a[\result]; */
size_t max_element(const int *a, size_t n) {
    if (n == 0) { return n; }
    size_t max = 0;
    /*@ loop invariant 0 <= i <= n;
        loop invariant 0 <= max < n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] <= a[max];
        loop invariant \forall integer k; 0 <= k < max ==> a[k] < a[max];
        loop variant n - i; */
    for (size_t i = 0; i < n; i++) {
        if (a[max] < a[i]) { max = i; }
    }
    return max;
}
