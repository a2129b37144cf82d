// expect: safe flags="--function increment --pointer-args nonnull --array-size p=1"
struct counter { int value; };
/*@ requires \valid(p) && p->value < 100;
    assigns p->value;
    ensures p->value == \old(p->value) + 1 && \result == \at(p->value, Pre); */
int increment(struct counter *p) {
    return p->value++;
}
