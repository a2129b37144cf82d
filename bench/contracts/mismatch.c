#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    requires \valid_read(b + (0..n-1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \result < n ==> a[\result] != b[\result];
    ensures \forall integer i; 0 <= i < \result ==> a[i] == b[i]; */
size_t mismatch(const int *a, size_t n, const int *b) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == b[k];
        loop variant n - i; */
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) { return i; }
    }
    return n;
}
