// Blocks of a pool: free ones are on a stack, taken ones are marked. Takes a block, if there is one, and may give another back.
const int NONE = -1;

int take(int[] stack, bool[] taken, int free, int given) {
  @pre sane {
    0 <= free && free <= MAXSIZE && NONE <= given && given < MAXSIZE && (given != NONE -> taken[given]) &&
    (forall (i [0 .. MAXSIZE - 1]) { i < free -> (0 <= stack[i] && stack[i] < MAXSIZE && !taken[stack[i]]) }) &&
    (forall (i [0 .. MAXSIZE - 1]) { forall (j [0 .. MAXSIZE - 1]) { (i < j && j < free) -> stack[i] != stack[j] } })
  }
  if (given != NONE) {
    if (free == MAXSIZE) { return NONE; }
    taken[given] = false;
    stack[free] = given;
    free = free + 1;
  }
  if (free == 0) { return NONE; }
  free = free - 1;
  int block = stack[free];
  taken[block] = true;
  return block;
  @post sane {
    0 <= free && free <= MAXSIZE && (rv != NONE -> (0 <= rv && rv < MAXSIZE && taken[rv] && (rv == given || !old(taken[rv])))) &&
    (forall (i [0 .. MAXSIZE - 1]) { i < free -> (0 <= stack[i] && stack[i] < MAXSIZE && !taken[stack[i]]) }) &&
    (forall (i [0 .. MAXSIZE - 1]) { forall (j [0 .. MAXSIZE - 1]) { (i < j && j < free) -> stack[i] != stack[j] } }) &&
    (forall (i [0 .. MAXSIZE - 1]) { (i != rv && i != given) -> taken[i] == old(taken[i]) })
  }
}
