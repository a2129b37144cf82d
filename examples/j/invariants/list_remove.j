// Takes the node with the given key, if there is one, out of a sorted list; list_insert.j defines lists.
const int NONE = -1;

int remove(int[] key, int[] next, int[] prev, bool[] used, int head, int value) {
  @pre list {
    NONE <= head && head < MAXSIZE && (head != NONE -> (used[head] && prev[head] == NONE)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      used[i] -> (
        NONE <= next[i] && next[i] < MAXSIZE && NONE <= prev[i] && prev[i] < MAXSIZE &&
        (prev[i] == NONE ? i == head : (used[prev[i]] && next[prev[i]] == i)) &&
        (next[i] != NONE -> (used[next[i]] && prev[next[i]] == i && key[i] < key[next[i]])))
    })
  }
  int before = NONE;
  int node = head;
  while (node != NONE && key[node] < value)
    @invariant head { NONE <= head && head < MAXSIZE && (head != NONE -> (used[head] && prev[head] == NONE)) }
    @invariant list { (forall (i [0 .. MAXSIZE - 1]) {
        used[i] -> (
          NONE <= next[i] && next[i] < MAXSIZE && NONE <= prev[i] && prev[i] < MAXSIZE &&
          (prev[i] == NONE ? i == head : (used[prev[i]] && next[prev[i]] == i)) &&
          (next[i] != NONE -> (used[next[i]] && prev[next[i]] == i && key[i] < key[next[i]])))
      }) }
    @invariant between {
      NONE <= before && before < MAXSIZE && NONE <= node && node < MAXSIZE &&
      (before == NONE ? node == head : (used[before] && next[before] == node && key[before] < value)) &&
      (node != NONE -> (used[node] && prev[node] == before))
    }
    @invariant same { forall (i [0 .. MAXSIZE - 1]) { used[i] == old(used[i]) && key[i] == old(key[i]) } }
  {
    before = node;
    node = next[node];
  }
  if (node == NONE || key[node] != value) { return head; }
  int after = next[node];
  used[node] = false;
  if (after != NONE) { prev[after] = before; }
  if (before == NONE) { return after; }
  next[before] = after;
  return head;
  @post list {
    NONE <= rv && rv < MAXSIZE && (rv != NONE -> (used[rv] && prev[rv] == NONE)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      used[i] -> (
        NONE <= next[i] && next[i] < MAXSIZE && NONE <= prev[i] && prev[i] < MAXSIZE &&
        (prev[i] == NONE ? i == rv : (used[prev[i]] && next[prev[i]] == i)) &&
        (next[i] != NONE -> (used[next[i]] && prev[next[i]] == i && key[i] < key[next[i]])))
    }) &&
    (forall (i [0 .. MAXSIZE - 1]) { key[i] == old(key[i]) && (used[i] -> old(used[i])) && ((old(used[i]) && key[i] != value) -> used[i]) }) &&
    (forall (i [0 .. MAXSIZE - 1]) { forall (j [0 .. MAXSIZE - 1]) { (i != j && old(used[i]) && !used[i] && old(used[j])) -> used[j] } })
  }
}
