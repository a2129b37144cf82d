// expect: unsafe line=12 property=unreach-call
extern void reach_error(void);

int main(void) {
    unsigned head = 0, tail = 0, filled = 0;
    while (filled < 0x1fffffffu) {
        head = (head + 4091) & 0xfff;
        tail = (tail + 5) % 4096;
        filled++;
    }
    if (head == 5 && tail == 4091)
        reach_error();
}
