// error: 2:12: the type is not complete here
int f(void x);
