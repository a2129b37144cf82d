// expect: safe property=valid-memsafety
int main(void) {
    char s[] = "abc";
    s[1] = 0;
    return 0;
}
