// Loops, callbacks and states.
int counted_feasible(int n) {
    int d = 0;
    int i;
    for (i = 0; i < n; i++)
        d = i;
    if (i * 2 == 2)
        return 6 / d; // true
    return 0;
}
typedef int callback(int);
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
int called_back(int x) {
    callback *f = twice;
    int *p = 0;
    if (x < 0 || x > 1000)
        return 0;
    int r = f(x);
    if (r % 2 == 0)
        p = &r;
    return *p; // false
}
int called_back_feasible(int x) {
    callback *f = thrice;
    int *p = 0;
    if (x < 0 || x > 1000)
        return 0;
    int r = f(x);
    if (r % 2 == 0)
        p = &r;
    return *p; // true
}
int visited_feasible(const int *a) {
    int d = 0;
    for (int i = 0; i < 2; i++)
        if (a[i] % 3 == 1)
            d += a[i] % 3;
    if (a[0] % 3 + a[1] % 3 == 2 && a[0] % 3 == 0)
        return 6 / d; // true
    return 0;
}
int state(unsigned flags, int v) {
    int *p = 0;
    switch (flags & 3) {
    case 1:
        p = &v;
        break;
    case 3:
        p = &v;
        break;
    default:
        break;
    }
    if (flags % 2 == 1)
        return *p; // false
    return 0;
}
int state_feasible(unsigned flags, int v) {
    int *p = 0;
    switch (flags & 3) {
    case 1:
        p = &v;
        break;
    case 3:
        p = &v;
        break;
    default:
        break;
    }
    if (flags % 2 == 0)
        return *p; // true
    return 0;
}
