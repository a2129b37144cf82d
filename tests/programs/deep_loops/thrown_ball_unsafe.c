// expect: unsafe line=13 property=unreach-call
extern void reach_error(void);

int main(void) {
    long height = 0, speed = 1000000;
    int seconds = 0;
    do {
        height += speed;
        speed--;
        seconds++;
    } while (height > 0);
    if (seconds == 2000001)
        reach_error();
}
