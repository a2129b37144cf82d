#include <stddef.h>
/*@ requires valid: \valid(a + (0..n-1));
    assigns a[0..n-1];
    ensures replaced: \forall integer i; 0 <= i < n ==> (\old(a[i]) == v ==> a[i] == w);
    ensures kept: \forall integer i; 0 <= i < n ==> (\old(a[i]) != v ==> a[i] == \old(a[i])); */
void replace(int *a, size_t n, int v, int w) {
    /*@ loop invariant bounds: 0 <= i <= n;
        loop invariant done: \forall integer k; 0 <= k < i ==> (\at(a[k],Pre) == v ==> a[k] == w);
        loop invariant kept: \forall integer k; 0 <= k < i ==> (\at(a[k],Pre) != v ==> a[k] == \at(a[k],Pre));
        loop invariant rest: \forall integer k; i <= k < n ==> a[k] == \at(a[k],Pre);
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        if (a[i] == v) { a[i] = w; }
    }
}
