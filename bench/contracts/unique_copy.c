#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    requires \valid(b + (0..n-1));
    requires \separated(a + (0..n-1), b + (0..n-1));
    assigns b[0..n-1];
    ensures 0 <= \result <= n;
    ensures \forall integer i; 0 <= i < \result - 1 ==> b[i] != b[i + 1]; */
size_t unique_copy(const int *a, size_t n, int *b) {
    if (n == 0) { return 0; }
    size_t k = 0;
    b[0] = a[0];
    /*@ loop invariant 1 <= i <= n;
        loop invariant 0 <= k < i;
        loop invariant b[k] == a[i - 1];
        loop invariant \forall integer j; 0 <= j < k ==> b[j] != b[j + 1];
        loop variant n - i; */
    for (size_t i = 1; i < n; ++i) {
        if (b[k] != a[i]) { b[++k] = a[i]; }
    }
    return k + 1;
}
