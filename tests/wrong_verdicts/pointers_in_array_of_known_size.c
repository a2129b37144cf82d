// expect: safe property=valid-memsafety flags="--function read --pointer-args nonnull,noalias --array-size words=3"
// 2026-11-16: reported unsafe, because the pointers in an array of known size had no targets
int read(char **words) {
    return words[2] ? *words[2] : 0;
}
