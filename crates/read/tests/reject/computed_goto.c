// error: 2:21: unsupported: the address of a label
void f(void) { goto *0; }
