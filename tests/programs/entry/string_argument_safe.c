// expect: safe property=valid-memsafety flags="--function first --pointer-args strings,nonnull"
int first(const char *s) {
    return s[0] ? s[1] : 0;
}
