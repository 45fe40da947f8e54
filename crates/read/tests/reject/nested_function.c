// error: 2:20: unsupported: a nested function
void f(void) { int g(void) { return 1; } }
