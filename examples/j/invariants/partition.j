// Moves what is at most the pivot to the left of the result, and what is larger to its right.
// No element is lost: place follows the one that was at watched, which is any place.
int partition(int[] a, int n, int pivot, int watched) {
  @pre sane { 0 <= n && n <= MAXSIZE && 0 <= watched && watched < n }
  int place = watched;
  int cursor = 0;
  for (int i = 0; i < n; i++)
    @invariant ranges { 0 <= cursor && cursor <= i && i <= n && n <= MAXSIZE && 0 <= place && place < n && 0 <= watched && watched < n }
    @invariant parts { forall (k [0 .. MAXSIZE - 1]) { (k < cursor -> a[k] <= pivot) && (cursor <= k && k < i -> a[k] > pivot) } }
    @invariant kept { a[place] == old(a[watched]) }
  {
    if (a[i] <= pivot) {
      int kept = a[i];
      a[i] = a[cursor];
      a[cursor] = kept;
      if (place == i) { place = cursor; } else { if (place == cursor) { place = i; } }
      cursor++;
    }
  }
  return cursor;
  @post sane {
    0 <= rv && rv <= n &&
    (forall (i [0 .. MAXSIZE - 1]) { (i < rv -> a[i] <= pivot) && (rv <= i && i < n -> a[i] > pivot) }) &&
    (exists (j [0 .. MAXSIZE - 1]) { j < n && a[j] == old(a[watched]) })
  }
}
