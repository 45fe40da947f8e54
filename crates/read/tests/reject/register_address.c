// error: 2:41: & cannot take the address of a bit-field or register variable
void f(void) { register int r; int *p = &r; }
