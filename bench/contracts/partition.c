#include <stddef.h>
/*@ requires \valid(a + (0..n-1));
    assigns a[0..n-1];
    ensures 0 <= \result <= n;
    ensures low: \forall integer i; 0 <= i < \result ==> a[i] < v;
    ensures high: \forall integer i; \result <= i < n ==> a[i] >= v; */
size_t partition(int *a, size_t n, int v) {
    size_t low = 0;
    /*@ loop invariant 0 <= low <= i <= n;
        loop invariant \forall integer k; 0 <= k < low ==> a[k] < v;
        loop invariant \forall integer k; low <= k < i ==> a[k] >= v;
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        if (a[i] < v) {
            int t = a[i];
            a[i] = a[low];
            a[low] = t;
            low++;
        }
    }
    return low;
}
