#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    requires \valid(b + (0..n-1));
    requires \separated(a + (0..n-1), b + (0..n-1));
    requires m <= n;
    assigns b[0..n-1];
    ensures \forall integer i; 0 <= i < n - m ==> b[i] == a[m + i];
    ensures \forall integer i; 0 <= i < m ==> b[n - m + i] == a[i]; */
void rotate_copy(const int *a, size_t m, size_t n, int *b) {
    /*@ loop invariant m <= i <= n;
        loop invariant \forall integer k; 0 <= k < i - m ==> b[k] == a[m + k];
        loop variant n - i; */
    for (size_t i = m; i < n; ++i) {
        b[i - m] = a[i];
    }
    /*@ loop invariant 0 <= j <= m;
        loop invariant \forall integer k; 0 <= k < n - m ==> b[k] == a[m + k];
        loop invariant \forall integer k; 0 <= k < j ==> b[n - m + k] == a[k];
        loop variant m - j; */
    for (size_t j = 0; j < m; ++j) {
        b[n - m + j] = a[j];
    }
}
