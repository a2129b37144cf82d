// expect: unsafe line=5 property=valid-memsafety flags="--function largest --array-size values=count --pointer-args nonnull"
int largest(const int *values, int count) {
    int best = 0;
    for (int i = 0; i <= count; i++)
        if (values[i] > best)
            best = values[i];
    return best;
}
