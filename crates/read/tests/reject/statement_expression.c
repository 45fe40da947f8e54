// error: 2:22: unsupported: a statement expression that a jump leaves or enters
int f(void) { return ({ return 1; 2; }); }
