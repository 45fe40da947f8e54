// error: 2:16: a value of this type cannot be converted implicitly to the type wanted
void f(void) { return 1; }
