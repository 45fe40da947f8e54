// error: 2:20: operand of switch has the wrong type
void f(double d) { switch (d) { } }
