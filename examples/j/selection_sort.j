// Sorts a[0 .. n - 1].
void sort(int[] a, int n) {
  @pre sane { 0 <= n && n <= MAXSIZE }
  for (int i = 0; i < n - 1; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++) {
      if (a[j] < a[least]) { least = j; }
    }
    int kept = a[i];
    a[i] = a[least];
    a[least] = kept;
  }
  @post sane {
    (forall (i [0 .. MAXSIZE - 2]) { i + 1 < n -> a[i] <= a[i + 1] }) &&
    (forall (i [0 .. MAXSIZE - 1]) { i < n -> (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[i]) }) })
  }
}
