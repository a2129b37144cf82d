// expect: safe property=valid-memsafety
int f(int *p) {
    return *p;
}
int main(void) {
    int x = 1;
    return f(&x) & 0;
}
