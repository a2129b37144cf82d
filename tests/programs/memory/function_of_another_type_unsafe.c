// expect: unsafe line=7 violates=valid-deref property=valid-memsafety
static int one(int x) {
    return x;
}
int main(void) {
    int (*f)(long) = (int (*)(long))one;
    return f(1) & 0;
}
