// Some place of d in a[0 .. n - 1], which is sorted, or -1.
int search(int[] a, int d, int n) {
  @pre sorted { 0 <= n && n <= MAXSIZE && (forall (i [0 .. MAXSIZE - 2]) { i + 1 < n -> a[i] <= a[i + 1] }) }
  int low = 0;
  int high = n - 1;
  while (low <= high)
    @invariant { 0 <= low && low <= high + 1 && high < n && n <= MAXSIZE }
    @invariant sides { forall (i [0 .. MAXSIZE - 2]) { i + 1 < n -> ((a[i + 1] < d -> a[i] < d) && (a[i] > d -> a[i + 1] > d)) } }
    @invariant elsewhere { forall (i [0 .. MAXSIZE - 1]) { (i < low -> a[i] < d) && ((high < i && i < n) -> a[i] > d) } }
  {
    int middle = low + (high - low) / 2;
    if (a[middle] == d) { return middle; }
    if (a[middle] < d) { low = middle + 1; } else { high = middle - 1; }
  }
  return -1;
  @post sorted {
    (rv == -1 || (0 <= rv && rv < n && a[rv] == d)) &&
    ((exists (i [0 .. MAXSIZE - 1]) { i < n && a[i] == d }) -> rv != -1)
  }
}
