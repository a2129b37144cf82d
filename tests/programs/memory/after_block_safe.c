// expect: safe property=valid-memsafety
int main(void) {
    int *p, y = 1;
    {
        int x = 1;
        p = &y;
    }
    return *p & 0;
}
