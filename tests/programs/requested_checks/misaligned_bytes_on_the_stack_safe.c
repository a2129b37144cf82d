// expect: safe property=alignment
int main(void) {
    _Alignas(2) char bytes[8] = {0};
    char *start = bytes;
    return *(short *)start;
}
