// expect: unsafe line=3 property=valid-memsafety flags="--function first --pointer-args nonnull"
int first(const char *s) {
    return s[0] ? s[1] : 0;
}
