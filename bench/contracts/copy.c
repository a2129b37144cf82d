#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    requires \valid(b + (0..n-1));
    requires sep: \separated(a + (0..n-1), b + (0..n-1));
    assigns b[0..n-1];
    ensures equal: \forall integer i; 0 <= i < n ==> b[i] == a[i]; */
void copy(const int *a, size_t n, int *b) {
    /*@ loop invariant bound: 0 <= i <= n;
        loop invariant equal: \forall integer k; 0 <= k < i ==> b[k] == a[k];
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        b[i] = a[i];
    }
}
