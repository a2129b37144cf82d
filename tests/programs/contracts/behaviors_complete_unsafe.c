// expect: unsafe line=11 flags="--modular --function absolute"
/*@ requires -1000 <= x <= 1000;
    assigns \nothing;
    behavior positive:
      assumes x > 0;
      assigns \nothing;
      ensures result: \result == x;
    behavior negative:
      assumes x < 0;
      ensures \result == -x;
    complete behaviors;
    disjoint behaviors positive, negative; */
static int absolute(int x) {
    return x < 0 ? -x : x;
}
int main(void) {
    return absolute(-3) - 3;
}
