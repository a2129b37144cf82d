// expect: unknown why=approximation property=valid-memsafety
int main(void) {
    int *p, y = 1;
    {
        p = (int[2]){1, 2};
    }
    return *p & 0;
}
