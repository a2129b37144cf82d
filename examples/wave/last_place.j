// The last place of d in a[0 .. 2], or -1, if only the test were right.
int search(int a[3], int d) {
  int found = -1;
  for (int i = 0; i < 2; i++) {
    if (a[i] == d) { found = i; }
  }
  return found;
  @post last { (exists (i [0 .. 2]) { a[i] == d }) -> found != -1 }
}
