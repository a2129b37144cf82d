// expect: safe
extern void reach_error(void);

union words {
    unsigned _BitInt(256) whole;
    unsigned char bytes[32];
};

int main(void) {
    union words both;
    unsigned _BitInt(256) whole = both.whole;
    if ((unsigned char)(whole >> 160) != both.bytes[20]) reach_error();
    return 0;
}
