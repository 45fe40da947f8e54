// error: 2:16: `default` outside of a switch
void f(void) { default: ; }
