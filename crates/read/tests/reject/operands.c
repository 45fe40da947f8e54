// error: 3:24: operands of + do not fit together
struct s { int a; } x;
int f(void) { return x + 1; }
