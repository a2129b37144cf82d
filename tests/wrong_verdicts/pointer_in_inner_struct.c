// expect: safe property=valid-memsafety flags="--function read --pointer-args nonnull,noalias"
// 2026-11-16: reported unsafe, because pointers in inner structs and arrays had no values
struct inner {
    int *value;
};
struct outer {
    char tag;
    struct inner inner[2];
};
int read(struct outer *outer) {
    return outer->inner[1].value ? *outer->inner[1].value : 0;
}
