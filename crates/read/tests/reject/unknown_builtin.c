// error: 2:23: unsupported: the compiler's own function `__builtin_apply_args`
int f(int x) { return __builtin_apply_args(x); }
