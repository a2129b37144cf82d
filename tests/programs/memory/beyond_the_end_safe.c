// expect: safe property=valid-memsafety
int main(void) {
    int a[4] = {0};
    for (int i = 0; i < 4; i++)
        a[i] = i;
    return 0;
}
