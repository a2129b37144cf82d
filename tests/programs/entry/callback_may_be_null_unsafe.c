// expect: unsafe line=4 property=default flags="--function run"
typedef int action(int);
int run(action *given) {
    return given(1);
}
