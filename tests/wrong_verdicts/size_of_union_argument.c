// expect: safe property=default flags="--function whole"
// 2026-11-18: reported unsafe, because the size of a union was treated as one byte
union word {
    unsigned all;
    unsigned char bytes[4];
};
unsigned whole(const union word *word) {
    return word ? word->all : 0;
}
