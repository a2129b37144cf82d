// expect: unsafe line=6 violates=valid-deref property=valid-memsafety
int other[100];
int main(int argc, char **argv) {
    int a[4] = {0};
    if (argc >= 0 && argc < 100000)
        a[argc] = 1;
    return 0;
}
