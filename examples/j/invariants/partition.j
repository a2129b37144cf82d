// Moves what is at most the pivot to the left of the result, and what is larger to its right.
int partition(int[] a, int n, int pivot) {
  @pre sane { 0 <= n && n <= MAXSIZE }
  int cursor = 0;
  for (int i = 0; i < n; i++)
    @invariant { 0 <= cursor && cursor <= i && i <= n && n <= MAXSIZE }
    @invariant parts { forall (k [0 .. MAXSIZE - 1]) { (k < cursor -> a[k] <= pivot) && (cursor <= k && k < i -> a[k] > pivot) } }
    @invariant same { forall (k [0 .. MAXSIZE - 1]) { k < n -> (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[k]) }) } }
  {
    if (a[i] <= pivot) {
      int kept = a[i];
      a[i] = a[cursor];
      a[cursor] = kept;
      cursor++;
    }
  }
  return cursor;
  @post sane {
    0 <= rv && rv <= n &&
    (forall (i [0 .. MAXSIZE - 1]) { (i < rv -> a[i] <= pivot) && (rv <= i && i < n -> a[i] > pivot) }) &&
    (forall (i [0 .. MAXSIZE - 1]) { i < n -> (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[i]) }) })
  }
}
