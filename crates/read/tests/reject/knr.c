// error: 2:7: unsupported: an old-style parameter list
int f(a, b) int a, b; { return a; }
