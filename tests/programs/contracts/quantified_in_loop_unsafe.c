// expect: unsafe line=9
extern int __VERIFIER_nondet_int(void);
static int table[1000];
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    /*@ loop invariant 0 <= i <= n;
        loop invariant \forall integer k; 0 <= k < i ==> table[k] == 2 * k; */
    for (int i = 0; i < n; i++) {
        table[i] = i == 3 ? 7 : 2 * i;
    }
    //@ assert \forall integer j; 0 <= j < n ==> table[j] == j + j;
    return 0;
}
