// expect: unknown why=approximation property=default
// 2026-11-18: reported safe: no run passes the declaration, so clang emits no lifetime marker for the variable, and it was assumed to live until the function returns
int main(int argc, char **argv) {
    int outer = 0, *p = &outer;
    (void)argv;
    switch (argc) {
        int inner;
    case 1:
        inner = 2;
        p = &inner;
        break;
    }
    return *p;
}
