// error: 2:31: unsupported: an attribute that changes what the program does
void f(void) { __attribute__((cleanup(f))) int x; }
