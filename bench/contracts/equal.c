#include <stddef.h>
#include <stdbool.h>
/*@ requires \valid_read(a + (0..n-1));
    requires \valid_read(b + (0..n-1));
    assigns \nothing;
    ensures \result ==> (\forall integer i; 0 <= i < n ==> a[i] == b[i]);
    ensures !\result ==> (\exists integer i; 0 <= i < n && a[i] != b[i]); */
bool equal(const int *a, size_t n, const int *b) {
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> a[k] == b[k];
        loop variant n - i; */
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) { return false; }
    }
    return true;
}
