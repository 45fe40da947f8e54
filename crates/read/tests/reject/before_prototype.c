// error: 4:5: `f` is declared again as something else
int f();
int g(void) { return f(1); }
int f(char c) { return c; }
