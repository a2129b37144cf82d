// expect: safe flags="--function count"
/*@ requires n >= 0;
    ensures \result == n; */
int count(int n) {
    int i = 0;
    /*@ loop invariant 0 <= i <= n; */
    while (i < n) {
        i++;
    }
    return i;
}
