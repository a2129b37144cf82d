// expect: unsafe line=6 flags="--function put" property=contracts
struct ring { unsigned head, count; int items[4]; };
/*@ predicate in_range(unsigned i, unsigned n) = i < n;
    predicate valid_ring(struct ring *r) = \valid(r) && in_range(r->head, 4) && r->count <= 4; */
/*@ requires valid_ring(r);
    ensures valid_ring(r);
    ensures \result ==> r->count == \old(r->count) + 1; */
int put(struct ring *r, int item) {
    if (r->count > 4)
        return 0;
    r->items[(r->head + r->count) % 4] = item;
    r->count++;
    return 1;
}
