// expect: safe property=valid-memsafety flags="--function f --array-size p=8 --pointer-args nonnull"
int f(const short *p, unsigned char i) {
    return p[i % 8];
}
