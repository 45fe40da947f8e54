// error: 3:22: this cast is not allowed
struct s { int a; } x;
int f(void) { return (int)x; }
