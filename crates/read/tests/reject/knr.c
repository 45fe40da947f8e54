// error: 2:26: unsupported: an old-style parameter list with a type that arguments do not have
int f(a, b) int a; short b; { return a; }
