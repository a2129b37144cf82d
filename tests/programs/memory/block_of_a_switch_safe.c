// expect: safe property=valid-memsafety
int *kept, y;
int main(int argc, char **argv) {
    switch (argc) {
    case 1: {
        int x = 2;
        kept = &y;
        break;
    }
    default:
        kept = &y;
    }
    return *kept & 0;
}
