#include <stddef.h>
#include <stdbool.h>
/*@ requires \valid_read(a + (0..n-1));
    assigns \nothing;
    ensures \result ==> (\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]);
    ensures !\result ==> (\exists integer i; 0 <= i < n - 1 && a[i] > a[i + 1]); */
bool is_sorted(const int *a, size_t n) {
    if (n > 0) {
        /*@ loop invariant 0 <= i < n;
            loop invariant \forall integer k; 0 <= k < i ==> a[k] <= a[k + 1];
            loop variant n - i; */
        for (size_t i = 0; i < n - 1; ++i) {
            if (a[i] > a[i + 1]) { return false; }
        }
    }
    return true;
}
