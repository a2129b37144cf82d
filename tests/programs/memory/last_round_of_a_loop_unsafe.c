// expect: unsafe line=7 violates=valid-deref property=valid-memsafety
int main(void) {
    int *p = 0, sum = 0, y = 1;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (p)
            sum += *p;
        p = &x;
    }
    return sum & 0;
}
