// expect: safe flags="--function set"
int known, table[2];
/*@ requires 0 <= i < 2;
    assigns known, table[i..i];
    ensures table[i] == 3; */
void set(int i) {
    known = 1;
    table[i] = 3;
}
