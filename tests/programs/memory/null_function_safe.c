// expect: safe property=valid-memsafety
static int one(void) {
    return 1;
}
int main(void) {
    int (*f)(void) = one;
    return f() & 0;
}
