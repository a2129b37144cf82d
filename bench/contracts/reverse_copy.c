#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    requires \valid(b + (0..n-1));
    requires \separated(a + (0..n-1), b + (0..n-1));
    assigns b[0..n-1];
    ensures \forall integer i; 0 <= i < n ==> b[i] == a[n - 1 - i]; */
void reverse_copy(const int *a, size_t n, int *b) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> b[k] == a[n - 1 - k];
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        b[i] = a[n - 1 - i];
    }
}
