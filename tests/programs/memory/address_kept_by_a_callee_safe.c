// expect: safe property=valid-memsafety
static int *kept;
static void keep(int *p) {
    if (*p) kept = p;
}
int main(void) {
    int y = 1;
    kept = &y;
    {
        int x[2] = {0};
        keep(x);
    }
    return *kept & 0;
}
