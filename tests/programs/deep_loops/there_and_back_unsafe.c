// expect: unsafe line=14 property=unreach-call
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
    if (steps == 15000000)
        reach_error();
}
