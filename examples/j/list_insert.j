// A sorted list of nodes in arrays: next[i] is the node after i, -1 at the end. Nodes that are not used have used[i] == false.
// rank[i] numbers the nodes along the list, from 0: so it is acyclic, and has count nodes.
const int NONE = -1;

int insert(int[] key, int[] next, bool[] used, int[] rank, int head, int count, int node, int value) {
  @pre list {
    NONE <= head && head < MAXSIZE && 0 <= count && count < MAXSIZE && 0 <= node && node < MAXSIZE && !used[node] &&
    (head == NONE -> count == 0) && (head != NONE -> (used[head] && rank[head] == 0 && count > 0)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      used[i] -> (0 <= rank[i] && rank[i] < count && NONE <= next[i] && next[i] < MAXSIZE && (rank[i] == 0 -> head == i) &&
        (next[i] == NONE -> rank[i] == count - 1) &&
        (next[i] != NONE -> (used[next[i]] && rank[next[i]] == rank[i] + 1 && key[i] <= key[next[i]])))
    }) &&
    (forall (i [0 .. MAXSIZE - 1]) { forall (j [0 .. MAXSIZE - 1]) { (used[i] && used[j] && i != j) -> rank[i] != rank[j] } })
  }
  int before = NONE;
  int after = head;
  while (after != NONE && key[after] < value) {
    before = after;
    after = next[after];
  }
  key[node] = value;
  next[node] = after;
  used[node] = true;
  rank[node] = before == NONE ? 0 : rank[before] + 1;
  for (int i = 0; i < MAXSIZE; i++) {
    if (used[i] && i != node && rank[i] >= rank[node]) { rank[i] = rank[i] + 1; }
  }
  int result = head;
  if (before == NONE) { result = node; } else { next[before] = node; }
  return result;
  @post list {
    0 <= rv && rv < MAXSIZE && used[rv] && rank[rv] == 0 &&
    (forall (i [0 .. MAXSIZE - 1]) {
      used[i] -> (0 <= rank[i] && rank[i] <= count && NONE <= next[i] && next[i] < MAXSIZE && (rank[i] == 0 -> rv == i) &&
        (next[i] == NONE -> rank[i] == count) &&
        (next[i] != NONE -> (used[next[i]] && rank[next[i]] == rank[i] + 1 && key[i] <= key[next[i]])))
    }) &&
    (forall (i [0 .. MAXSIZE - 1]) { used[i] == (old(used[i]) || i == node) && (i != node -> key[i] == old(key[i])) })
  }
}
