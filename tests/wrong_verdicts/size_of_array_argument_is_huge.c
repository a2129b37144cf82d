// expect: safe property=valid-memsafety flags="--function first --pointer-args nonnull --array-size values=count"
// 2026-11-16: reported unsafe, because an array of more than half of all addresses was treated as an empty one
int first(int *values, unsigned long count) {
    return count > 0x8000000000000000 ? values[0] : 0;
}
