// error: 3:24: there is no member `b`
struct s { int a; } x;
int y(void) { return x.b; }
