// expect: safe property=valid-memsafety
int main(void) {
    int *p, y = 1;
    {
        int x = 1;
        p = &x;
        if (y)
            goto out;
    }
out:
    return *&y & 0;
}
