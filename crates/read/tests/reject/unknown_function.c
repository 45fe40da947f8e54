// error: 2:22: `missing` is not declared
int f(void) { return missing(1); }
