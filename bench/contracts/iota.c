#include <stddef.h>
#include <limits.h>
/*@ requires \valid(a + (0..n-1));
    requires limit: v + n <= INT_MAX;
    assigns a[0..n-1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == v + i; */
void iota(int *a, size_t n, int v) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == v + k;
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        a[i] = v + (int)i;
    }
}
