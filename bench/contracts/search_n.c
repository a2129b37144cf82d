#include <stddef.h>
/*@ requires \valid_read(a + (0..m-1));
    requires 0 < n;
    assigns \nothing;
    ensures 0 <= \result <= m;
    ensures \result < m ==> \result + n <= m;
    ensures \result < m ==> (\forall integer k; \result <= k < \result + n ==> a[k] == v); */
size_t search_n(const int *a, size_t m, int v, size_t n) {
    if (n <= m) {
        size_t start = 0;
        /*@ loop invariant 0 <= start <= i <= m;
            loop invariant \forall integer k; start <= k < i ==> a[k] == v;
            loop invariant i - start < n;
            loop variant m - i; */
        for (size_t i = 0; i < m; ++i) {
            if (a[i] == v) {
                if (n == i + 1 - start) { return start; }
            } else {
                start = i + 1;
            }
        }
    }
    return m;
}
