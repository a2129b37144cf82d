// expect: unsafe line=3 flags="--function set"
int known, table[2];
/*@ requires 0 <= i < 2;
    assigns known, table[i..i];
    ensures table[i] == 3; */
void set(int i) {
    table[1 - i] = 5;
    table[i] = 3;
}
