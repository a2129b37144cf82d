// expect: unsafe line=12
// 2026-11-16: said safe, because a byte far inside a cell of more than 16 bytes was taken to be as the object was born with it
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
