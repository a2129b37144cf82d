// expect: unsafe line=7 violates=valid-deref property=valid-memsafety
static int one(void) {
    return 1;
}
int main(void) {
    int (*f)(void) = 0;
    return f() & 0;
}
