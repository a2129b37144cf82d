// expect: unsafe line=8 violates=valid-deref property=valid-memsafety
int main(void) {
    int *p, y = 1;
    {
        int x = 1;
        p = &x;
    }
    return *p & 0;
}
