// error: 2:22: unsupported: a statement expression
int f(void) { return ({ int x = 1; x; }); }
