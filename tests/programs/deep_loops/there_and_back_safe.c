// expect: safe property=unreach-call
extern void reach_error(void);

int main(void) {
    int way = 0;
    while (way < 30000000)
        way += 2;
    int steps = 0;
    while (way > 0) {
        way -= 2;
        steps++;
    }
    if (way != 0)
        reach_error();
}
