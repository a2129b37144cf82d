// expect: unsafe line=4 flags="--function count"
int count(int n) {
    int s = 0;
    //@ loop invariant 1 <= i;
    for (int i = 0; i < n; i++) {
        s ^= i;
    }
    return s;
}
