#include <stddef.h>
/*@ requires \valid(a + (0..n-1));
    assigns a[0..n-1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[n - 1 - i]); */
void reverse(int *a, size_t n) {
    const size_t half = n / 2;
    /*@ loop invariant 0 <= i <= half <= n - i;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(a[n - 1 - k],Pre);
        loop invariant \forall integer k; n - i <= k < n ==> a[k] == \at(a[n - 1 - k],Pre);
        loop invariant \forall integer k; i <= k < n - i ==> a[k] == \at(a[k],Pre);
        loop variant half - i; */
    for (size_t i = 0; i < half; ++i) {
        int t = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = t;
    }
}
