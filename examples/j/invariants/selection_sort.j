// Sorts a[0 .. n - 1].
void sort(int[] a, int n) {
  @pre sane { 0 <= n && n <= MAXSIZE }
  for (int i = 0; i < n - 1; i++)
    @invariant { 0 <= n && n <= MAXSIZE && 0 <= i && (i < n || i == 0) }
    @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { k + 1 < i -> a[k] <= a[k + 1] } }
    @invariant below { i > 0 -> (forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < n) -> a[i - 1] <= a[k] }) }
    @invariant same { forall (k [0 .. MAXSIZE - 1]) { k < n -> (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[k]) }) } }
  {
    int least = i;
    for (int j = i + 1; j < n; j++)
      @invariant { n <= MAXSIZE && 0 <= i && i <= least && least < j && j <= n }
      @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { k + 1 < i -> a[k] <= a[k + 1] } }
      @invariant below { i > 0 -> (forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < n) -> a[i - 1] <= a[k] }) }
      @invariant least { forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < j) -> a[least] <= a[k] } }
      @invariant same { forall (k [0 .. MAXSIZE - 1]) { k < n -> (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[k]) }) } }
    {
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
