// expect: safe property=default flags="--function descriptor"
// 2026-11-18: reported unsafe, because an object of one byte was given the pointers of a struct
struct handle;
struct connection {
    struct handle *handle;
    int descriptor;
};
struct handle {
    struct connection *owner;
    int number;
};
int descriptor(const struct connection *connection) {
    return connection ? connection->descriptor : -1;
}
