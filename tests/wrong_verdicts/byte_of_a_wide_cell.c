// expect: unsafe line=12
// 2026-11-16: reported safe, because a byte far inside a cell of more than 16 bytes was assumed to have its initial value
extern void reach_error(void);

static union {
    unsigned _BitInt(256) whole;
    unsigned char bytes[32];
} both;

int main(void) {
    both.whole = (unsigned _BitInt(256))5 << 160;
    if (both.bytes[20] == 5) reach_error();
    return 0;
}
