struct item {
    unsigned char bytes[32];
};
int last(const struct item *item) {
    return item ? item->bytes[31] : 0;
}
