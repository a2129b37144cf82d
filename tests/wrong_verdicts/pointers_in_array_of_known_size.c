// expect: safe property=valid-memsafety flags="--function read --pointer-args nonnull,noalias --array-size words=3"
// 2026-11-16: said unsafe, because the pointers in an array of a given size had no values
int read(char **words) {
    return words[2] ? *words[2] : 0;
}
