// expect: unknown why=approximation property=default
// 2026-11-18: said safe: no run passes the declaration, so clang says nothing about the variable, and it was taken to live until the function returns
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
