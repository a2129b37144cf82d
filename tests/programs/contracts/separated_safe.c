// expect: safe flags="--modular --function set"
/*@ requires \valid(p) && \valid(q) && \separated(p, q);
    assigns *p;
    ensures *p == 1 && *q == \old(*q); */
void set(int *p, int *q) { *p = 1; }
