// error: 2:23: operand of * has the wrong type
int f(int a) { return *a; }
