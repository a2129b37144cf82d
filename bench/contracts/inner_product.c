#include <stddef.h>
/*@ requires n <= 1000 && \valid_read(a + (0..n-1)) && \valid_read(b + (0..n-1));
    requires \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 100;
    requires \forall integer i; 0 <= i < n ==> 0 <= b[i] <= 100;
    assigns \nothing;
    ensures 0 <= \result <= 10000000; */
int inner_product(const int *a, const int *b, size_t n) {
    int sum = 0;
    /*@ loop invariant 0 <= i <= n;
        loop invariant 0 <= sum <= 10000 * i;
        loop variant n - i; */
    for (size_t i = 0; i < n; ++i) {
        sum = sum + a[i] * b[i];
    }
    return sum;
}
