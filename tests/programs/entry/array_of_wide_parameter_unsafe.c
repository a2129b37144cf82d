// expect: unsafe line=3 property=valid-memsafety flags="--data-model ILP32 --function last --array-size values=count --pointer-args nonnull"
int last(const int *values, unsigned long long count) {
    return count > 0 ? values[count] : 0;
}
