// Sorts a[0 .. n - 1].
void sort(int[] a, int n) {
  @pre sane { 0 <= n && n <= MAXSIZE }
  for (int i = n - 1; i > 0; i--)
    @invariant { 0 <= n && n <= MAXSIZE && -1 <= i && i < n }
    @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { (i < k && k + 1 < n) -> a[k] <= a[k + 1] } }
    @invariant above { i + 1 < n -> (forall (k [0 .. MAXSIZE - 1]) { k <= i -> a[k] <= a[i + 1] }) }
    @invariant same { forall (k [0 .. MAXSIZE - 1]) { k < n -> (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[k]) }) } }
  {
    for (int j = 0; j < i; j++)
      @invariant { 0 <= n && n <= MAXSIZE && 0 < i && i < n && 0 <= j && j <= i }
      @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { (i < k && k + 1 < n) -> a[k] <= a[k + 1] } }
      @invariant above { i + 1 < n -> (forall (k [0 .. MAXSIZE - 1]) { k <= i -> a[k] <= a[i + 1] }) }
      @invariant largest { forall (k [0 .. MAXSIZE - 1]) { k < j -> a[k] <= a[j] } }
      @invariant same { forall (k [0 .. MAXSIZE - 1]) { k < n -> (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[k]) }) } }
    {
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
