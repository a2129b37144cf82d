// Takes the node with the given key, if there is one, out of a red-black search tree; tree_insert.j defines trees.
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

int remove(int[] key, int[] left, int[] right, int[] parent, bool[] red, bool[] used, int[] black, int[] low, int[] high, int root, int value) {
  @pre tree {
    NONE <= root && root < MAXSIZE &&
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
  int top = root;
  int z = root;
  while (z != NONE && key[z] != value) { z = value < key[z] ? left[z] : right[z]; }
  if (z == NONE) { return root; }
  // y leaves its place: z itself, or the node after it, which then takes the place of z
  int y = z;
  if (left[z] != NONE && right[z] != NONE) {
    y = right[z];
    while (left[y] != NONE) { y = left[y]; }
  }
  int x = left[y] != NONE ? left[y] : right[y];
  int above = parent[y];
  bool was_black = !red[y];
  if (x != NONE) { parent[x] = above; low[x] = low[y]; high[x] = high[y]; }
  if (above == NONE) { top = x; } else { if (left[above] == y) { left[above] = x; } else { right[above] = x; } }
  used[z] = false;
  if (y != z) {
    if (above == z) { above = y; }
    left[y] = left[z];
    right[y] = right[z];
    parent[y] = parent[z];
    red[y] = red[z];
    black[y] = black[z];
    low[y] = low[z];
    high[y] = high[z];
    if (left[y] != NONE) { parent[left[y]] = y; }
    if (right[y] != NONE) { parent[right[y]] = y; }
    if (parent[y] == NONE) { top = y; } else { if (left[parent[y]] == z) { left[parent[y]] = y; } else { right[parent[y]] = y; } }
    for (int i = 0; i < MAXSIZE; i++) {
      if (used[i] && low[i] == z) { low[i] = y; }
      if (used[i] && high[i] == z) { high[i] = y; }
    }
  }
  if (was_black) {
    // each way through x, which may be NONE, has one black node too few
    while (above != NONE && (x == NONE || !red[x])) {
      if (left[above] == x) {
        int w = right[above];
        if (red[w]) {
          red[w] = false;
          red[above] = true;
          top = rotate_left(left, right, parent, low, high, top, above);
          w = right[above];
        }
        if ((left[w] == NONE || !red[left[w]]) && (right[w] == NONE || !red[right[w]])) {
          red[w] = true;
          black[above] = black[above] - 1;
          x = above;
          above = parent[x];
        } else {
          if (right[w] == NONE || !red[right[w]]) {
            red[left[w]] = false;
            red[w] = true;
            top = rotate_right(left, right, parent, low, high, top, w);
            w = right[above];
          }
          red[w] = red[above];
          red[above] = false;
          red[right[w]] = false;
          black[w] = black[above];
          black[above] = black[above] - 1;
          top = rotate_left(left, right, parent, low, high, top, above);
          x = top;
          above = NONE;
        }
      } else {
        int w = left[above];
        if (red[w]) {
          red[w] = false;
          red[above] = true;
          top = rotate_right(left, right, parent, low, high, top, above);
          w = left[above];
        }
        if ((left[w] == NONE || !red[left[w]]) && (right[w] == NONE || !red[right[w]])) {
          red[w] = true;
          black[above] = black[above] - 1;
          x = above;
          above = parent[x];
        } else {
          if (left[w] == NONE || !red[left[w]]) {
            red[right[w]] = false;
            red[w] = true;
            top = rotate_left(left, right, parent, low, high, top, w);
            w = left[above];
          }
          red[w] = red[above];
          red[above] = false;
          red[left[w]] = false;
          black[w] = black[above];
          black[above] = black[above] - 1;
          top = rotate_right(left, right, parent, low, high, top, above);
          x = top;
          above = NONE;
        }
      }
    }
    if (x != NONE) { red[x] = false; }
  }
  return top;
  @post tree {
    NONE <= rv && rv < MAXSIZE &&
    (rv != NONE -> (used[rv] && parent[rv] == NONE && !red[rv] && low[rv] == NONE && high[rv] == NONE)) &&
    (forall (i [0 .. MAXSIZE - 1]) {
      key[i] == old(key[i]) && (used[i] -> old(used[i])) && ((old(used[i]) && key[i] != value) -> used[i]) &&
      (used[i] -> (
        NONE <= left[i] && left[i] < MAXSIZE && NONE <= right[i] && right[i] < MAXSIZE && NONE <= parent[i] && parent[i] < MAXSIZE &&
        NONE <= low[i] && low[i] < MAXSIZE && NONE <= high[i] && high[i] < MAXSIZE && 0 <= black[i] && black[i] < MAXSIZE &&
        (parent[i] == NONE ? i == rv : (used[parent[i]] && (left[parent[i]] == i || right[parent[i]] == i))) &&
        (low[i] != NONE -> (used[low[i]] && key[low[i]] <= key[i])) && (high[i] != NONE -> (used[high[i]] && key[i] <= key[high[i]])) &&
        (left[i] == NONE ? black[i] == 0 : (used[left[i]] && parent[left[i]] == i && left[i] != right[i] && !(red[i] && red[left[i]]) &&
          low[left[i]] == low[i] && high[left[i]] == i && black[left[i]] == black[i] - (red[left[i]] ? 0 : 1))) &&
        (right[i] == NONE ? black[i] == 0 : (used[right[i]] && parent[right[i]] == i && !(red[i] && red[right[i]]) &&
          low[right[i]] == i && high[right[i]] == high[i] && black[right[i]] == black[i] - (red[right[i]] ? 0 : 1)))))
    }) &&
    (forall (i [0 .. MAXSIZE - 1]) { forall (j [0 .. MAXSIZE - 1]) { (i != j && old(used[i]) && !used[i] && old(used[j])) -> used[j] } })
  }
}
