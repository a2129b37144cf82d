// expect: safe property=valid-memsafety
int main(void) {
    int x = 1, *p;
    p = &x;
    *p = 2;
    return 0;
}
