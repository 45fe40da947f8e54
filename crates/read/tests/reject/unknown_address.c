// error: 2:31: `missing` is not declared
int (*f(void))(void) { return missing; }
