#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \result < n ==> \result < n - 1 && a[\result] == a[\result + 1];
    ensures \forall integer i; 0 <= i < \result && i < n - 1 ==> a[i] != a[i + 1]; */
size_t adjacent_find(const int *a, size_t n) {
    if (n > 1) {
        /*@ loop invariant 0 <= i < n;
            loop invariant \forall integer k; 0 <= k < i ==> a[k] != a[k + 1];
            loop variant n - i; */
        for (size_t i = 0; i + 1 < n; ++i) {
            if (a[i] == a[i + 1]) { return i; }
        }
    }
    return n;
}
