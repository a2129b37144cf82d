// expect: unknown why=approximation property=default
// 2026-11-18: reported safe: a jump goes past the declaration of the array always, so that clang emits no lifetime marker for it
int main(void) {
    char other = 0, *p = &other;
    {
        goto inside;
        char text[4];
    inside:
        text[1] = 'a';
        p = text;
    }
    return p[1];
}
