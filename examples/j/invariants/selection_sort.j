// Sorts a[0 .. n - 1].
// The element at watched moves to place, and the one at second to other. Both are tracked by the same statements, which are independent and have no other effects:
// so place depends on watched as other does on second. These are any two places; if they differ, so do place and other, so no two elements come to one place: a permutation.
void sort(int[] a, int n, int watched, int second) {
  @pre sane { 0 <= n && n <= MAXSIZE && 0 <= watched && watched < n && 0 <= second && second < n }
  int place = watched;
  int other = second;
  for (int i = 0; i < n - 1; i++)
    @invariant ranges { n <= MAXSIZE && 0 <= i && i < n && 0 <= place && place < n && 0 <= other && other < n && 0 <= watched && watched < n && 0 <= second && second < n }
    @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { k + 1 < i -> a[k] <= a[k + 1] } }
    @invariant below { i > 0 -> (forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < n) -> a[i - 1] <= a[k] }) }
    @invariant kept { a[place] == old(a[watched]) && a[other] == old(a[second]) }
    @invariant apart { watched != second -> place != other }
  {
    int least = i;
    for (int j = i + 1; j < n; j++)
      @invariant ranges { n <= MAXSIZE && 0 <= i && i + 1 < n && i <= least && least < j && j <= n && 0 <= place && place < n && 0 <= other && other < n && 0 <= watched && watched < n && 0 <= second && second < n }
      @invariant sorted { forall (k [0 .. MAXSIZE - 2]) { k + 1 < i -> a[k] <= a[k + 1] } }
      @invariant below { i > 0 -> (forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < n) -> a[i - 1] <= a[k] }) }
      @invariant least { forall (k [0 .. MAXSIZE - 1]) { (i <= k && k < j) -> a[least] <= a[k] } }
      @invariant kept { a[place] == old(a[watched]) && a[other] == old(a[second]) }
      @invariant apart { watched != second -> place != other }
    {
      if (a[j] < a[least]) { least = j; }
    }
    int kept = a[i];
    a[i] = a[least];
    a[least] = kept;
    if (place == i) { place = least; } else { if (place == least) { place = i; } }
    if (other == i) { other = least; } else { if (other == least) { other = i; } }
  }
  @post sane {
    (forall (i [0 .. MAXSIZE - 2]) { i + 1 < n -> a[i] <= a[i + 1] }) &&
    0 <= place && place < n && a[place] == old(a[watched]) &&
    0 <= other && other < n && a[other] == old(a[second]) &&
    (watched != second -> place != other)
  }
}
