// expect: unknown why=approximation property=default flags="--function share"
int parts;
int share(void (*before)(void)) {
    parts = 4;
    if (before)
        before();
    return 100 / parts;
}
