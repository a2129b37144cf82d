#include <stddef.h>
/*@ requires \valid(p);
    requires \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
static void swap(int *p, int *q) {
    int save = *p;
    *p = *q;
    *q = save;
}
/*@ requires \valid(a + (0..n-1));
    requires \valid(b + (0..n-1));
    requires \separated(a + (0..n-1), b + (0..n-1));
    assigns a[0..n-1], b[0..n-1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(b[i]);
    ensures \forall integer i; 0 <= i < n ==> b[i] == \old(a[i]); */
void swap_ranges(int *a, size_t n, int *b) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == \at(b[k],Pre);
        loop invariant \forall integer k; 0 <= k < i ==> b[k] == \at(a[k],Pre);
        loop invariant \forall integer k; i <= k < n ==> a[k] == \at(a[k],Pre);
        loop invariant \forall integer k; i <= k < n ==> b[k] == \at(b[k],Pre);
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        swap(&a[i], &b[i]);
    }
}
