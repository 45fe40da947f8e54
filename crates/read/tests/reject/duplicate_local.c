// error: 2:28: `a` is defined twice
void f(void) { int a; char a; }
