// expect: unsafe line=9 property=unreach-call
extern void reach_error(void);

int main(void) {
    int x = 100000001;
    while (x > 2)
        x -= 3;
    if (x == 2)
        reach_error();
}
