// expect: safe
int table[4] = {3, 1, 2, 0};
int main(void) {
    //@ assert \forall integer i, j; 0 <= i < j < 4 ==> table[i] != table[j];
    //@ assert \exists integer k; 0 <= k < 4 && table[k] == 2;
    //@ assert !(\exists integer k; 0 <= k < 4 && table[k] == 4);
    return 0;
}
