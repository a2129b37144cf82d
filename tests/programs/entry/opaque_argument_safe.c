// expect: safe property=default flags="--function average"
struct store;
struct view {
    const struct store *store;
    int sum, count;
};
static const struct store *latest;
int average(const struct store *store, const struct view *view) {
    latest = store;
    if (!view || view->store != latest || view->count <= 0)
        return 0;
    return view->sum / view->count;
}
