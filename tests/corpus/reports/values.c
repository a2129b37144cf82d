// Values that are not initialised: core.uninitialized, core.UndefinedBinaryOperatorResult, core.CallAndMessage.
static int used(int x) { return x & 3; }
int returned(unsigned n) {
    int x;
    if ((n & 3) == 3)
        x = 1;
    if (n % 4 == 3)
        return x; // false
    return 0;
}
int returned_feasible(unsigned n) {
    int x;
    if ((n & 3) == 3)
        x = 1;
    if (n % 4 == 2)
        return x; // true
    return 0;
}
int added(unsigned a, unsigned b) {
    int x;
    if ((a ^ b) == 0)
        x = 1;
    if (a - b == 0)
        return x + 1; // false
    return 0;
}
int added_feasible(unsigned a, unsigned b) {
    int x;
    if ((a ^ b) == 0)
        x = 1;
    if (a - b == 1)
        return x + 1; // true
    return 0;
}
int branched(int n) {
    int x;
    if (n % 5 == 2)
        x = n;
    if (n % 10 == 7) {
        if (x) // false
            return 1;
    }
    return 0;
}
int branched_feasible(int n) {
    int x;
    if (n % 5 == 2)
        x = n;
    if (n % 10 == 6) {
        if (x) // true
            return 1;
    }
    return 0;
}
int passed(int n) {
    int x;
    if (n * 2 == n + n)
        x = 4;
    return used(x); // false
}
int passed_feasible(int n) {
    int x;
    if (n * 2 == n + 9)
        x = 4;
    return used(x); // true
}
int subscript(unsigned n) {
    static int a[4];
    unsigned i;
    if (n >> 4 == 3)
        i = n & 3;
    if (n / 16 == 3)
        return a[i]; // false
    return 0;
}
int subscript_feasible(unsigned n) {
    static int a[4];
    unsigned i;
    if (n >> 4 == 3)
        i = n & 3;
    if (n / 16 == 2)
        return a[i]; // true
    return 0;
}
