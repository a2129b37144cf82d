// expect: safe property=default flags="--function half"
// 2026-11-18: reported unsafe, because the bits of a long double that a pointer leads to were no long double
struct measure {
    int number;
    long double value;
};
long double half(const long double *first, const struct measure *second) {
    return first && second ? *first / 2 + second->value / 2 : 0;
}
