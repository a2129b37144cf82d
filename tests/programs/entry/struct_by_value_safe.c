// expect: safe property=default flags="--function first"
struct buffer {
    const unsigned char *data;
    unsigned length, capacity;
};
int first(struct buffer given) {
    if (!given.data || given.length == 0 || given.length > given.capacity)
        return -1;
    return given.data[0] / (int)(given.capacity % 7 + 1);
}
