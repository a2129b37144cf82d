// expect: safe property=valid-memsafety flags="--function apply --pointer-args nonnull"
// 2026-11-16: said unsafe, because the pointer to a function in a struct led nowhere
struct operation {
    int (*of)(int);
    int *operand;
};
int apply(struct operation *operation) {
    return operation->of ? operation->of(3) : 0;
}
