// expect: unsafe line=13 violates=valid-deref property=valid-memsafety
static int *kept;
static void keep(int *p) {
     kept = p;
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
