// error: 3:1: expected a declaration, found `x`
int x;
x y;
