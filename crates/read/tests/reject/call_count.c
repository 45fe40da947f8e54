// error: 3:22: wrong number of arguments: 1 wanted, 2 given
int f(int a);
int g(void) { return f(1, 2); }
