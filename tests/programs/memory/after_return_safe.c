// expect: safe property=valid-memsafety
static int *address(void) {
    static int x = 1;
    return &x;
}
int main(void) {
    return *address() & 0;
}
