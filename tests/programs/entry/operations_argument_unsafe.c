// expect: unsafe line=14 property=default flags="--function start"
struct operations {
    int (*open)(int);
    void (*close)(int, char *);
    void *state;
};
struct device {
    const struct operations *operations;
    int number;
};
int start(const struct device *device) {
    if (!device || !device->operations)
        return -1;
    return device->operations->open(device->number);
}
