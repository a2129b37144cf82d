// expect: safe flags="-Wno-implicit-function-declaration"
// 2026-11-16: the twin of assert_without_header.c: the assertion holds afterwards
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3)
        assert(x > 2);
    return 0;
}
