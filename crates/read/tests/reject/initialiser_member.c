// error: 2:28: there is no member `b`
struct s { int a; } x = { .b = 1 };
