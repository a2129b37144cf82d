// expect: unknown why=approximation property=default flags="--function share"
int share(void (*fill)(int *)) {
    int parts = 4;
    if (fill)
        fill(&parts);
    return 100 / parts;
}
