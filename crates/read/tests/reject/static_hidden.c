// error: 3:53: `x` is declared without static here, and was declared static before
static int x;
int f(void) { int x = 1; { extern int y; extern int x; return x; } }
