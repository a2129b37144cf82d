// expect: safe property=default flags="--function sum"
// 2026-11-18: reported unsafe, because pointers in structs passed by value were unconstrained
struct pair {
    short *left, *right;
};
struct triple {
    long number;
    short *left, *right;
};
int sum(struct pair pair, struct triple triple) {
    int result = 0;
    if (pair.left)
        result += *pair.left;
    if (triple.right)
        result += *triple.right;
    return result;
}
