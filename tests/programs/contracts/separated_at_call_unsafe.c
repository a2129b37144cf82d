// expect: unsafe line=2
/*@ requires \separated(p + (0..1), q + (0..1));
    assigns p[0..1]; */
static void copy(char *p, const char *q) {
    p[0] = q[0];
    p[1] = q[1];
}
int main(void) {
    char text[4] = "abc";
    copy(text, text + 2);
    copy(text + 2, text);
    copy(text, text + 1);
    return 0;
}
