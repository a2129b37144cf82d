// expect: safe property=valid-memsafety
static int one(int x) {
    return x;
}
int main(void) {
    int (*f)(int) = (int (*)(int))one;
    return f(1) & 0;
}
