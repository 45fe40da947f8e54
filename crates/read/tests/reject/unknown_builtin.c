// error: 2:23: unsupported: the compiler's own function `__builtin_popcount`
int f(int x) { return __builtin_popcount(x); }
