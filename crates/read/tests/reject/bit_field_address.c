// error: 3:10: & cannot take the address of a bit-field or register variable
struct s { int b : 3; } s;
int *p = &s.b;
