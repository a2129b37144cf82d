#include <stddef.h>
/*@ requires valid: \valid_read(a + (0..n-1));
    assigns \nothing;
    ensures result: 0 <= \result <= n;
    ensures found: \result < n ==> a[\result] == v;
    ensures first: \forall integer i; 0 <= i < \result ==> a[i] != v; */
size_t find(const int *a, size_t n, int v) {
    /*@ loop invariant bound: 0 <= i <= n;
        loop invariant not_found: \forall integer k; 0 <= k < i ==> a[k] != v;
        loop variant n - i; */
    for (size_t i = 0; i < n; i++) {
        if (a[i] == v) { return i; }
    }
    return n;
}
