// The first place of d in a[s .. e], or -1.
int search(int[] a, int d, int s, int e, int n) {
  @pre in_range { 0 <= s && s <= e && e < n && n <= MAXSIZE }
  for (int i = s; i <= e; i++)
    @invariant { 0 <= s && s <= i && i <= e + 1 && e < n && n <= MAXSIZE && (forall (k [0 .. MAXSIZE - 1]) { (s <= k && k < i) -> a[k] != d }) }
  {
    if (a[i] == d) { return i; }
  }
  return -1;
  @post in_range {
    (rv == -1 || (s <= rv && rv <= e && a[rv] == d)) &&
    ((exists (i [s .. e]) { a[i] == d }) -> rv != -1)
  }
}
