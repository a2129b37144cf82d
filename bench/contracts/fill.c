#include <stddef.h>
/*@ requires \valid(a + (0..n-1));
    assigns a[0..n-1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == v; */
void fill(int *a, size_t n, int v) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == v;
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        a[i] = v;
    }
}
