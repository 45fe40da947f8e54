// error: 2:16: `case` outside of a switch
void f(void) { case 1: ; }
