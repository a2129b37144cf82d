// expect: unsafe line=11 property=valid-memsafety flags="--function read --pointer-args nonnull,noalias"
// 2026-11-16: the twin of pointer_in_inner_struct.c
struct inner {
    int *value;
};
struct outer {
    char tag;
    struct inner inner[2];
};
int read(struct outer *outer) {
    return outer->inner[1].value ? outer->inner[1].value[1] : 0;
}
