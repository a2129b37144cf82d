// expect: unsafe line=3 flags="--function set"
int known, table[2];
/*@ requires 0 <= i < 2;
    assigns table[i..i];
    ensures table[i] == 3; */
void set(int i) {
    known = 1;
    table[i] = 3;
}
