// error: 3:22: an argument has another type than the parameter, and there was no prototype to convert it
int f();
int g(void) { return f(1L); }
int f(int x) { return x; }
