// expect: safe flags="--modular --function replace"
/*@ requires 0 <= n <= 2 && \valid(a + (0..n-1));
    assigns a[0..n-1];
    ensures \forall integer i; 0 <= i < n && \old(a[i]) == 7 ==> a[i] == 9;
    ensures \forall integer i; 0 <= i < n && \old(a[i]) != 7 ==> a[i] == \old(a[i]); */
static void replace(int *a, int n) {
    for (int i = 0; i < n; i++) {
        if (a[i] == 7)
            a[i] = 9;
    }
}
int main(void) {
    int a[2] = {7, 8};
    replace(a, 2);
    return 0;
}
