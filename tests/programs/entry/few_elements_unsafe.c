// expect: unsafe line=3 property=valid-memsafety flags="--function f --array-size p=8 --pointer-args nonnull"
int f(const short *p, unsigned char i) {
    return p[i];
}
