// Moves what is at most the pivot to the left of the result, and what is larger to its right.
int partition(int[] a, int n, int pivot) {
  @pre sane { 0 <= n && n <= MAXSIZE }
  int cursor = 0;
  for (int i = 0; i < n; i++) {
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
