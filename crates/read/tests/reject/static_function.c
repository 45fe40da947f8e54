// error: 3:12: `f` is declared static here, and was declared without static before
int f(void);
static int f(void) { return 0; }
