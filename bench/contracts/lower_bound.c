#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    requires sorted: \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures left: \forall integer i; 0 <= i < \result ==> a[i] < v;
    ensures right: \forall integer i; \result <= i < n ==> v <= a[i]; */
size_t lower_bound(const int *a, size_t n, int v) {
    size_t left = 0, right = n;
    /*@ loop invariant 0 <= left <= right <= n;
        loop invariant \forall integer i; 0 <= i < left ==> a[i] < v;
        loop invariant \forall integer i; right <= i < n ==> v <= a[i];
        loop variant right - left; */
    while (left < right) {
        const size_t middle = left + (right - left) / 2;
        if (a[middle] < v) { left = middle + 1; } else { right = middle; }
    }
    return left;
}
