// expect: safe property=default
// 2026-11-18: the twin of a program for which safe was wrong: the array belongs to the function's own block
int main(void) {
    char *p;
    goto inside;
    char text[4];
inside:
    text[1] = 'a';
    p = text;
    return p[1] - 'a';
}
