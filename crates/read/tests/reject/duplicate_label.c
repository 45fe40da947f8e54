// error: 2:21: label `a` is defined twice
void f(void) { a: ; a: ; }
