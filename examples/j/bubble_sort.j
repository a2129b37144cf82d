// Sorts a[0 .. n - 1].
void sort(int[] a, int n) {
  @pre sane { 0 <= n && n <= MAXSIZE }
  for (int i = n - 1; i > 0; i--) {
    for (int j = 0; j < i; j++) {
      if (a[j] > a[j + 1]) {
        int kept = a[j];
        a[j] = a[j + 1];
        a[j + 1] = kept;
      }
    }
  }
  @post sane {
    (forall (i [0 .. MAXSIZE - 2]) { i + 1 < n -> a[i] <= a[i + 1] }) &&
    (forall (i [0 .. MAXSIZE - 1]) { i < n -> (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[i]) }) })
  }
}
