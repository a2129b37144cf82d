// expect: unknown why=not-supported property=default flags="--function corner"
// 2026-11-18: reported unsafe, because rows whose length is a parameter were treated as single bytes
int corner(int rows, int columns, int table[rows][columns]) {
    return rows > 0 && columns > 0 && table ? table[0][0] : 0;
}
