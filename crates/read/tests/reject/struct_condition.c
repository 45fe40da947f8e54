// error: 3:20: operand of a condition has the wrong type
struct s { int a; } x;
void f(void) { if (x) ; }
