// expect: unsafe line=11 property=default flags="--function clear"
struct list {
    struct {
        int *places[2];
    } parts[2];
};
void clear(struct list *list, int *(*more)[3]) {
    if (list && list->parts[1].places[1])
        *list->parts[1].places[1] = 0;
    if (more && (*more)[1])
        *(*more)[2] = 0;
}
