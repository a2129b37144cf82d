// A red-black search tree of nodes in arrays: left, right and parent are nodes or NONE. Nodes that are not used have used[i] == false.
// black[i] is the number of black nodes on each path down from i, without i. low[i] and high[i] are the nodes between whose keys
// those of the subtree at i lie, or NONE. There is no cycle: black does not grow downwards, and no two nodes in a row are red.
const int NONE = -1;

int rotate_left(int[] left, int[] right, int[] parent, int[] low, int[] high, int root, int x) {
  int y = right[x];
  int top = parent[x];
  right[x] = left[y];
  if (left[y] != NONE) { parent[left[y]] = x; }
  parent[y] = top;
  low[y] = low[x];
  high[x] = y;
  left[y] = x;
  parent[x] = y;
  if (top == NONE) { return y; }
  if (left[top] == x) { left[top] = y; } else { right[top] = y; }
  return root;
}

int rotate_right(int[] left, int[] right, int[] parent, int[] low, int[] high, int root, int x) {
  int y = left[x];
  int top = parent[x];
  left[x] = right[y];
  if (right[y] != NONE) { parent[right[y]] = x; }
  parent[y] = top;
  high[y] = high[x];
  low[x] = y;
  right[y] = x;
  parent[x] = y;
  if (top == NONE) { return y; }
  if (left[top] == x) { left[top] = y; } else { right[top] = y; }
  return root;
}

int insert(int[] key, int[] left, int[] right, int[] parent, bool[] red, bool[] used, int[] black, int[] low, int[] high, int root, int node, int value) {
  @pre tree {
    NONE <= root && root < MAXSIZE && 0 <= node && node < MAXSIZE && !used[node] &&
    (root != NONE -> (used[root] && parent[root] == NONE && !red[root] && low[root] == NONE && high[root] == NONE)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      used[i] -> (
        NONE <= left[i] && left[i] < MAXSIZE && NONE <= right[i] && right[i] < MAXSIZE && NONE <= parent[i] && parent[i] < MAXSIZE &&
        NONE <= low[i] && low[i] < MAXSIZE && NONE <= high[i] && high[i] < MAXSIZE && 0 <= black[i] && black[i] < MAXSIZE &&
        (parent[i] == NONE ? i == root : (used[parent[i]] && (left[parent[i]] == i || right[parent[i]] == i))) &&
        (low[i] != NONE -> (used[low[i]] && key[low[i]] <= key[i])) && (high[i] != NONE -> (used[high[i]] && key[i] <= key[high[i]])) &&
        (left[i] == NONE ? black[i] == 0 : (used[left[i]] && parent[left[i]] == i && left[i] != right[i] && !(red[i] && red[left[i]]) &&
          low[left[i]] == low[i] && high[left[i]] == i && black[left[i]] == black[i] - (red[left[i]] ? 0 : 1))) &&
        (right[i] == NONE ? black[i] == 0 : (used[right[i]] && parent[right[i]] == i && !(red[i] && red[right[i]]) &&
          low[right[i]] == i && high[right[i]] == high[i] && black[right[i]] == black[i] - (red[right[i]] ? 0 : 1))))
    })
  }
  int up = NONE;
  int at = root;
  low[node] = NONE;
  high[node] = NONE;
  while (at != NONE) {
    up = at;
    if (value < key[at]) { high[node] = at; at = left[at]; } else { low[node] = at; at = right[at]; }
  }
  key[node] = value;
  left[node] = NONE;
  right[node] = NONE;
  parent[node] = up;
  red[node] = true;
  used[node] = true;
  black[node] = 0;
  int top = root;
  if (up == NONE) { top = node; } else { if (value < key[up]) { left[up] = node; } else { right[up] = node; } }
  int z = node;
  while (parent[z] != NONE && red[parent[z]]) {
    int p = parent[z];
    int g = parent[p];
    int uncle = left[g] == p ? right[g] : left[g];
    if (uncle != NONE && red[uncle]) {
      red[p] = false;
      red[uncle] = false;
      red[g] = true;
      black[g] = black[g] + 1;
      z = g;
    } else {
      if (left[g] == p) {
        if (right[p] == z) { top = rotate_left(left, right, parent, low, high, top, p); z = p; p = parent[z]; }
        red[p] = false;
        red[g] = true;
        top = rotate_right(left, right, parent, low, high, top, g);
      } else {
        if (left[p] == z) { top = rotate_right(left, right, parent, low, high, top, p); z = p; p = parent[z]; }
        red[p] = false;
        red[g] = true;
        top = rotate_left(left, right, parent, low, high, top, g);
      }
    }
  }
  red[top] = false;
  return top;
  @post tree {
    0 <= rv && rv < MAXSIZE && used[rv] && parent[rv] == NONE && !red[rv] && low[rv] == NONE && high[rv] == NONE &&
    (forall (i [0 .. MAXSIZE - 1]) {
      (used[i] == (old(used[i]) || i == node)) && key[i] == (i == node ? value : old(key[i])) &&
      (used[i] -> (
        NONE <= left[i] && left[i] < MAXSIZE && NONE <= right[i] && right[i] < MAXSIZE && NONE <= parent[i] && parent[i] < MAXSIZE &&
        NONE <= low[i] && low[i] < MAXSIZE && NONE <= high[i] && high[i] < MAXSIZE && 0 <= black[i] && black[i] < MAXSIZE &&
        (parent[i] == NONE ? i == rv : (used[parent[i]] && (left[parent[i]] == i || right[parent[i]] == i))) &&
        (low[i] != NONE -> (used[low[i]] && key[low[i]] <= key[i])) && (high[i] != NONE -> (used[high[i]] && key[i] <= key[high[i]])) &&
        (left[i] == NONE ? black[i] == 0 : (used[left[i]] && parent[left[i]] == i && left[i] != right[i] && !(red[i] && red[left[i]]) &&
          low[left[i]] == low[i] && high[left[i]] == i && black[left[i]] == black[i] - (red[left[i]] ? 0 : 1))) &&
        (right[i] == NONE ? black[i] == 0 : (used[right[i]] && parent[right[i]] == i && !(red[i] && red[right[i]]) &&
          low[right[i]] == i && high[right[i]] == high[i] && black[right[i]] == black[i] - (red[right[i]] ? 0 : 1)))))
    })
  }
}
