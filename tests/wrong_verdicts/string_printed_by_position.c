// expect: unknown why=undefined-behaviour property=valid-memsafety
// 2026-11-16: reported safe, because %1$s was assumed to read nothing
int printf(const char *, ...);

int main(void)
{
    char text[2] = {'a', 'b'};
    printf("%1$s\n", text);
    return 0;
}
