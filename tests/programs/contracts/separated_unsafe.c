// expect: unsafe line=4 flags="--modular --function set"
/*@ requires \valid(p) && \valid(q);
    assigns *p;
    ensures *p == 1 && *q == \old(*q); */
void set(int *p, int *q) { *p = 1; }
