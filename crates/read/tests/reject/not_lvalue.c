// error: 2:23: = wants an lvalue
void f(int a) { a + 1 = 2; }
