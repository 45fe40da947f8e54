// error: 3:1: expected an expression, found the end of the text
int f(void) { if (1) {
