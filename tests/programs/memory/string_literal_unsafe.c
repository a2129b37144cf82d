// expect: unsafe line=4 violates=valid-deref property=valid-memsafety
int main(void) {
    char *s = "abc";
    s[1] = 0;
    return 0;
}
