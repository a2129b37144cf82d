// Takes the first node with the given value out of a sorted list; see list_insert.j for what a list is.
const int NONE = -1;

int remove(int[] key, int[] next, bool[] used, int[] rank, int head, int count, int value) {
  @pre list {
    NONE <= head && head < MAXSIZE && 0 <= count && count <= MAXSIZE &&
    (head == NONE -> count == 0) && (head != NONE -> (used[head] && rank[head] == 0 && count > 0)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      used[i] -> (0 <= rank[i] && rank[i] < count && NONE <= next[i] && next[i] < MAXSIZE && (rank[i] == 0 -> head == i) &&
        (next[i] == NONE -> rank[i] == count - 1) &&
        (next[i] != NONE -> (used[next[i]] && rank[next[i]] == rank[i] + 1 && key[i] <= key[next[i]])))
    }) &&
    (forall (i [0 .. MAXSIZE - 1]) { forall (j [0 .. MAXSIZE - 1]) { (used[i] && used[j] && i != j) -> rank[i] != rank[j] } })
  }
  int before = NONE;
  int node = head;
  while (node != NONE && key[node] < value) {
    before = node;
    node = next[node];
  }
  if (node == NONE || key[node] != value) { return head; }
  used[node] = false;
  for (int i = 0; i < MAXSIZE; i++) {
    if (used[i] && rank[i] > rank[node]) { rank[i] = rank[i] - 1; }
  }
  if (before == NONE) { return next[node]; }
  next[before] = next[node];
  return head;
  @post list {
    (rv == NONE || (used[rv] && rank[rv] == 0)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      (used[i] -> (old(used[i]) && key[i] == old(key[i]) && NONE <= next[i] && next[i] < MAXSIZE && (rank[i] == 0 -> rv == i) &&
        (next[i] != NONE -> (used[next[i]] && rank[next[i]] == rank[i] + 1 && key[i] <= key[next[i]])))) &&
      ((old(used[i]) && key[i] != value) -> used[i])
    })
  }
}
