// expect: safe property=default flags="--function run --pointer-args nonnull"
typedef int action(int);
int run(action *given) {
    return given(1);
}
