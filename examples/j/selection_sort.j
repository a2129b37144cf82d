// Sorts a[0 .. n - 1].
// The element at watched moves to place, and the one at second to other. Both are tracked by the same statements, which are independent and have no other effects:
// so place depends on watched as other does on second. These are any two places; if they differ, so do place and other, so no two elements come to one place: a permutation.
void sort(int[] a, int n, int watched, int second) {
  @pre sane { 0 <= n && n <= MAXSIZE && (n == 0 || (0 <= watched && watched < n && 0 <= second && second < n)) }
  int place = watched;
  int other = second;
  for (int i = 0; i < n - 1; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++) {
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
    (n == 0 || (
      0 <= place && place < n && a[place] == old(a[watched]) &&
      0 <= other && other < n && a[other] == old(a[second]) &&
      (watched != second -> place != other)
    ))
  }
}
