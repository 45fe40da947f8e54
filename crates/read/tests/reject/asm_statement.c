// error: 2:23: operand of asm has the wrong type
void f(void) { int x; __asm__("nop" : "r" (x)); }
