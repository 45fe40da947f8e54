// error: 3:18: = cannot modify a read-only or array operand
const int k = 1;
void f(void) { k = 2; }
