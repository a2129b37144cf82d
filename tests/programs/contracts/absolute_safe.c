// expect: safe flags="--function absolute"
/*@ requires x > -2147483647 - 1;
    ensures \result >= 0;
    ensures \result == x || \result == -x; */
int absolute(int x) {
    if (x < 0)
        return -x;
    return x;
}
