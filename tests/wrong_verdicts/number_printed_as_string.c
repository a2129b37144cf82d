// expect: unsafe line=7 property=valid-memsafety
// 2026-11-16: reported safe, because %s was assumed to read nothing where its argument is no pointer
int printf(const char *, ...);

int main(void)
{
    printf("%s\n", 42);
    return 0;
}
