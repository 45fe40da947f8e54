// error: 3:5: `f` is defined twice
int f(void) { return 1; }
int f(void) { return 2; }
