// error: 3:12: `z` is declared static here, and was declared without static before
int f(void) { extern int z; return z; }
static int z;
