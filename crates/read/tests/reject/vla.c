// error: 2:21: unsupported: an array of variable length
void f(int n) { int a[n]; }
