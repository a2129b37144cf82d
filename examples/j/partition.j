// Moves elements up to the pivot to the left of the result, and larger ones to its right.
// The element at watched moves to place, and the one at second to other. Both are tracked by the same statements, which are independent and have no other effects:
// so place depends on watched as other does on second. These are any two places; if they differ, so do place and other, so no two elements come to one place: a permutation.
int partition(int[] a, int n, int pivot, int watched, int second) {
  @pre sane { 0 <= n && n <= MAXSIZE && (n == 0 || (0 <= watched && watched < n && 0 <= second && second < n)) }
  int place = watched;
  int other = second;
  int cursor = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] <= pivot) {
      int kept = a[i];
      a[i] = a[cursor];
      a[cursor] = kept;
      if (place == i) { place = cursor; } else { if (place == cursor) { place = i; } }
      if (other == i) { other = cursor; } else { if (other == cursor) { other = i; } }
      cursor++;
    }
  }
  return cursor;
  @post sane {
    0 <= rv && rv <= n &&
    (forall (i [0 .. MAXSIZE - 1]) { (i < rv -> a[i] <= pivot) && (rv <= i && i < n -> a[i] > pivot) }) &&
    (n == 0 || (
      0 <= place && place < n && a[place] == old(a[watched]) &&
      0 <= other && other < n && a[other] == old(a[second]) &&
      (watched != second -> place != other)
    ))
  }
}
