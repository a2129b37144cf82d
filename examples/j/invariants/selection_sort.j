// Sorts a[0 .. n - 1]. No element is lost: place follows the one that was at watched, which is any place.
void sort(int[] a, int n, int watched) {
  @pre sane { 0 <= n && n <= MAXSIZE && 0 <= watched && watched < n }
  int place = watched;
  for (int i = 0; i < n - 1; i++)
    @invariant ranges { n <= MAXSIZE && 0 <= i && i < n && 0 <= place && place < n && 0 <= watched && watched < n }
    @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { k + 1 < i -> a[k] <= a[k + 1] } }
    @invariant below { i > 0 -> (forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < n) -> a[i - 1] <= a[k] }) }
    @invariant kept { a[place] == old(a[watched]) }
  {
    int least = i;
    for (int j = i + 1; j < n; j++)
      @invariant ranges { n <= MAXSIZE && 0 <= i && i + 1 < n && i <= least && least < j && j <= n && 0 <= place && place < n && 0 <= watched && watched < n }
      @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { k + 1 < i -> a[k] <= a[k + 1] } }
      @invariant below { i > 0 -> (forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < n) -> a[i - 1] <= a[k] }) }
      @invariant least { forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < j) -> a[least] <= a[k] } }
      @invariant kept { a[place] == old(a[watched]) }
    {
      if (a[j] < a[least]) { least = j; }
    }
    int kept = a[i];
    a[i] = a[least];
    a[least] = kept;
    if (place == i) { place = least; } else { if (place == least) { place = i; } }
  }
  @post sane {
    (forall (i [0 .. MAXSIZE - 2]) { i + 1 < n -> a[i] <= a[i + 1] }) &&
    (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[watched]) })
  }
}
