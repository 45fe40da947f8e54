// error: 2:20: unsupported: an array of variable length
int f(int a, int b[a++]) { return a; }
