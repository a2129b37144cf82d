// expect: unsafe line=4 violates=valid-deref property=valid-memsafety
static const int x = 1;
int main(void) {
    *(int *)&x = 2;
    return 0;
}
