// error: 2:29: the type is not complete here
void f(void) { struct never x; }
