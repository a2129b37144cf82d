// expect: unsafe line=4 property=alignment
int main(void) {
    char bytes[8] = {0}, *start = bytes;
    return *(short *)start;
}
