// expect: safe property=default flags="--function classify"
// 2026-11-18: reported unsafe, because the size of an enumeration that only a typedef names was treated as one byte
typedef enum { SMALL, LARGE } kind;
int classify(kind *result, int number) {
    if (!result)
        return -1;
    *result = number > 9 ? LARGE : SMALL;
    return 0;
}
