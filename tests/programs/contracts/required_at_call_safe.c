// expect: safe
//@ requires divisor != 0;
//@ ensures \result == value / divisor;
static int quotient(int value, int divisor) {
    return value / divisor;
}
int main(void) {
    int q = quotient(-7, 2);
    //@ assert q == -3;
    return 0;
}
