// expect: unsafe line=4 violates=valid-deref property=valid-memsafety
int main(void) {
    int x = 1, *p;
    *p = 2;
    return 0;
}
