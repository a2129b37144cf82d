#include <stddef.h>
/*@ requires \valid_read(a + (0..n-1));
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \result < n ==> a[\result] == v;
    ensures \forall integer i; 0 <= i < \result ==> a[i] != v; */
static size_t find(const int *a, size_t n, int v) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] != v;
        loop variant n - i; */
    for (size_t i = 0; i < n; i++) {
        if (a[i] == v) { return i; }
    }
    return n;
}
/*@ requires \valid_read(a + (0..m-1));
    requires \valid_read(b + (0..n-1));
    assigns \nothing;
    ensures 0 <= \result <= m; */
size_t find_first_of(const int *a, size_t m, const int *b, size_t n) {
    /*@ loop invariant 0 <= i <= m;
        loop variant m - i; */
    for (size_t i = 0; i < m; i++) {
        if (find(b, n, a[i]) < n) { return i; }
    }
    return m;
}
