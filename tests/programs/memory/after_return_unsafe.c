// expect: unsafe line=7 violates=valid-deref property=valid-memsafety
static int *address(void) {
     int x = 1;
    return &x;
}
int main(void) {
    return *address() & 0;
}
