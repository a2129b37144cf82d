// expect: unsafe line=3 violates=valid-deref property=valid-memsafety
int f(int *p) {
    return *p;
}
int main(void) {
    int x = 1;
    return f(0) & 0;
}
