#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    requires \valid(b + (0..n-1));
    requires \separated(a + (0..n-1), b + (0..n-1));
    assigns b[0..n-1];
    ensures 0 <= \result <= n;
    ensures discard: \forall integer i; 0 <= i < \result ==> b[i] != v;
    ensures unchanged: \forall integer i; \result <= i < n ==> b[i] == \old(b[i]); */
size_t remove_copy(const int *a, size_t n, int *b, int v) {
    size_t k = 0;
    /*@ loop invariant 0 <= k <= i <= n;
        loop invariant \forall integer j; 0 <= j < k ==> b[j] != v;
        loop invariant \forall integer j; k <= j < n ==> b[j] == \at(b[j],Pre);
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        if (a[i] != v) { b[k++] = a[i]; }
    }
    return k;
}
