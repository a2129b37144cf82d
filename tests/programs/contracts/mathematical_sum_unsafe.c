// expect: unsafe line=3 flags="--function sum"
// the sum wraps around in C, not in the contract
/*@ ensures \result == a + b; */
unsigned sum(unsigned a, unsigned b) {
    return a + b;
}
