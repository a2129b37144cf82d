// expect: unsafe line=5 flags="-Wno-implicit-function-declaration"
// 2026-11-16: reported safe, because assert was treated as an unknown function where <assert.h> is not included
int main(void) {
    double third = 1.0 / 3;
    assert(third == 0.25);
    return 0;
}
