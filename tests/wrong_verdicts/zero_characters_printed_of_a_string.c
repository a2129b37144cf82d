// expect: safe property=valid-memsafety
// 2026-11-16: reported unsafe, because the precision of %.s was treated as none, not for 0
int printf(const char *, ...);

int main(void)
{
    char text[2] = {'a', 'b'};
    printf("%.s\n", text);
    return 0;
}
