// expect: safe property=valid-memsafety flags="--function apply --pointer-args nonnull"
// 2026-11-16: reported unsafe, because the pointer to a function in a struct had no target
struct operation {
    int (*of)(int);
    int *operand;
};
int apply(struct operation *operation) {
    return operation->of ? operation->of(3) : 0;
}
