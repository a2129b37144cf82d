// Sorts a[0 .. n - 1]. No element is lost: place follows the one that was at watched, which is any place.
void sort(int[] a, int n, int watched) {
  @pre sane { 0 <= n && n <= MAXSIZE && 0 <= watched && watched < n }
  int place = watched;
  for (int i = n - 1; i > 0; i--)
    @invariant ranges { n <= MAXSIZE && 0 <= i && i < n && 0 <= place && place < n && 0 <= watched && watched < n }
    @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { (i < k && k + 1 < n) -> a[k] <= a[k + 1] } }
    @invariant above { i + 1 < n -> (forall (k [0 .. MAXSIZE - 1]) { k <= i -> a[k] <= a[i + 1] }) }
    @invariant kept { a[place] == old(a[watched]) }
  {
    for (int j = 0; j < i; j++)
      @invariant ranges { n <= MAXSIZE && 0 < i && i < n && 0 <= j && j <= i && 0 <= place && place < n && 0 <= watched && watched < n }
      @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { (i < k && k + 1 < n) -> a[k] <= a[k + 1] } }
      @invariant above { i + 1 < n -> (forall (k [0 .. MAXSIZE - 1]) { k <= i -> a[k] <= a[i + 1] }) }
      @invariant largest { forall (k [0 .. MAXSIZE - 1]) { k < j -> a[k] <= a[j] } }
      @invariant kept { a[place] == old(a[watched]) }
    {
      if (a[j] > a[j + 1]) {
        int kept = a[j];
        a[j] = a[j + 1];
        a[j + 1] = kept;
        if (place == j) { place = j + 1; } else { if (place == j + 1) { place = j; } }
      }
    }
  }
  @post sane {
    (forall (i [0 .. MAXSIZE - 2]) { i + 1 < n -> a[i] <= a[i + 1] }) &&
    (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[watched]) })
  }
}
