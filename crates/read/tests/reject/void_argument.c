// error: 4:24: a void expression has no value to use
void f(void);
int g();
int h(void) { return g(f()); }
