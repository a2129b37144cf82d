// expect: safe
extern void reach_error(void);

static union {
    unsigned _BitInt(256) whole;
    unsigned char bytes[32];
} both;

int main(void) {
    both.whole = (unsigned _BitInt(256))5 << 160;
    both.bytes[20] = 1;
    if (both.bytes[21] != 0 || both.whole >> 160 != 1) reach_error();
    return 0;
}
