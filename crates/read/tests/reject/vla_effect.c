// error: 2:21: unsupported: an array of variable length
int f(int a, int b[a++]) { return a; }
