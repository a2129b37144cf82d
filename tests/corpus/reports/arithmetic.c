// Division and shifts: core.DivideZero, core.BitwiseShift.
int odd_remainder(int n) {
    int d = 0;
    if (n % 2 == 1)
        d = 1;
    if ((n & 1) && n > 0)
        return 8 / d; // false
    return 0;
}
int even_remainder(int n) {
    int d = 0;
    if (n % 2 == 1)
        d = 1;
    if ((n & 1) && n < 0)
        return 8 / d; // true
    return 0;
}
int low_bits(unsigned a) {
    unsigned d = 5;
    if ((a & 6) == 4)
        d = 0;
    if ((a | 2) == a)
        return (int)(8 / d); // false
    return 0;
}
int low_bits_feasible(unsigned a) {
    unsigned d = 5;
    if ((a & 6) == 4)
        d = 0;
    if ((a | 1) == a)
        return (int)(8 / d); // true
    return 0;
}
int product(unsigned char x, unsigned char y) {
    int d = 1;
    if (x * y == 509)
        d = 0;
    if (x > 1 && y > 1)
        return 8 / d; // false
    return 0;
}
int product_feasible(unsigned char x, unsigned char y) {
    int d = 1;
    if (x * y == 507)
        d = 0;
    if (x > 1 && y > 1)
        return 8 / d; // true
    return 0;
}
int sum(int x, int y) {
    int d = 1;
    if (x + y == 9)
        d = 0;
    if (y == 8 - x)
        return 100 / d; // false
    return 0;
}
int sum_feasible(int x, int y) {
    int d = 1;
    if (x + y == 9)
        d = 0;
    if (y == 9 - x)
        return 100 / d; // true
    return 0;
}
int amount(unsigned n) {
    unsigned s = 3;
    if ((n ^ 5) == 8)
        s = 40;
    if ((n & 1) == 0)
        return 1 << s; // false
    return 0;
}
int amount_feasible(unsigned n) {
    unsigned s = 3;
    if ((n ^ 5) == 8)
        s = 40;
    if ((n & 1) == 1)
        return 1 << s; // true
    return 0;
}
