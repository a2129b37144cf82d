// Null pointers and bounds: core.NullDereference, security.ArrayBound.
int null_bits(unsigned a) {
    unsigned *z = 0;
    if ((a & 1) && ((a & 1) ^ 1))
        return (int)*z; // false
    return 0;
}
int null_bits_feasible(unsigned a) {
    unsigned *z = 0;
    if ((a & 1) && ((a & 2) ^ 2))
        return (int)*z; // true
    return 0;
}
int masked(unsigned i, unsigned n) {
    static int a[8];
    if (n + i == 7 && n < 4 && i > 7)
        return a[i]; // false
    return 0;
}
int masked_feasible(unsigned i, unsigned n) {
    static int a[8];
    if (n + i == 11 && n < 4 && i > 7)
        return a[i]; // true
    return 0;
}
int end(int i, int k) {
    static int a[8];
    if (i < 8)
        return 0;
    if (k % 4 == 2 && k == i * 4)
        return a[i]; // false
    return 1;
}
int end_feasible(int i, int k) {
    static int a[8];
    if (i < 8)
        return 0;
    if (k % 4 == 0 && k == i * 4)
        return a[i]; // true
    return 1;
}
struct node {
    struct node *next;
    int value;
};
int linked(struct node *n, int k) {
    struct node *found = 0;
    if ((k & 3) == 3)
        found = n;
    if (n && k % 4 == 3)
        return found->value; // false
    return 0;
}
int linked_feasible(struct node *n, int k) {
    struct node *found = 0;
    if ((k & 3) == 3)
        found = n;
    if (n && k % 4 == -3)
        return found->value; // true
    return 0;
}
