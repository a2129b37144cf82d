// expect: unsafe line=5 violates=valid-deref property=valid-memsafety
int main(void)
{
    char *text = "abc";
    text[0] = 'x';
    return 0;
}
