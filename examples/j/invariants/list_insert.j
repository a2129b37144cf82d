// A sorted list of nodes in arrays: next[i] and prev[i] are the nodes after and before i, or NONE. Nodes that are not used have used[i] == false.
// Keys grow along the list, so it has no cycle; and every node that is used has one before it or is the head, so all of them are in the list.
const int NONE = -1;

int insert(int[] key, int[] next, int[] prev, bool[] used, int head, int node, int value) {
  @pre list {
    0 <= node && node < MAXSIZE && !used[node] && NONE <= head && head < MAXSIZE && (head != NONE -> (used[head] && prev[head] == NONE)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      used[i] -> (
        NONE <= next[i] && next[i] < MAXSIZE && NONE <= prev[i] && prev[i] < MAXSIZE &&
        (prev[i] == NONE ? i == head : (used[prev[i]] && next[prev[i]] == i)) &&
        (next[i] != NONE -> (used[next[i]] && prev[next[i]] == i && key[i] < key[next[i]])))
    })
  }
  int before = NONE;
  int after = head;
  while (after != NONE && key[after] < value)
    @invariant head { 0 <= node && node < MAXSIZE && !used[node] && NONE <= head && head < MAXSIZE && (head != NONE -> (used[head] && prev[head] == NONE)) }
    @invariant list { (forall (i [0 .. MAXSIZE - 1]) {
        used[i] -> (
          NONE <= next[i] && next[i] < MAXSIZE && NONE <= prev[i] && prev[i] < MAXSIZE &&
          (prev[i] == NONE ? i == head : (used[prev[i]] && next[prev[i]] == i)) &&
          (next[i] != NONE -> (used[next[i]] && prev[next[i]] == i && key[i] < key[next[i]])))
      }) }
    @invariant between {
      NONE <= before && before < MAXSIZE && NONE <= after && after < MAXSIZE &&
      (before == NONE ? after == head : (used[before] && next[before] == after && key[before] < value)) &&
      (after != NONE -> (used[after] && prev[after] == before))
    }
    @invariant same { forall (i [0 .. MAXSIZE - 1]) { used[i] == old(used[i]) && key[i] == old(key[i]) } }
  {
    before = after;
    after = next[after];
  }
  if (after != NONE && key[after] == value) { return head; }
  key[node] = value;
  next[node] = after;
  prev[node] = before;
  used[node] = true;
  if (after != NONE) { prev[after] = node; }
  if (before == NONE) { return node; }
  next[before] = node;
  return head;
  @post list {
    NONE <= rv && rv < MAXSIZE && (rv != NONE -> (used[rv] && prev[rv] == NONE)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      used[i] -> (
        NONE <= next[i] && next[i] < MAXSIZE && NONE <= prev[i] && prev[i] < MAXSIZE &&
        (prev[i] == NONE ? i == rv : (used[prev[i]] && next[prev[i]] == i)) &&
        (next[i] != NONE -> (used[next[i]] && prev[next[i]] == i && key[i] < key[next[i]])))
    }) &&
    (forall (i [0 .. MAXSIZE - 1]) { i != node -> (used[i] == old(used[i]) && key[i] == old(key[i])) }) &&
    (exists (i [0 .. MAXSIZE - 1]) { used[i] && key[i] == value })
  }
}
