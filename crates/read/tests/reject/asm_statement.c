// error: 2:16: unsupported: inline assembly
void f(void) { __asm__("nop"); }
