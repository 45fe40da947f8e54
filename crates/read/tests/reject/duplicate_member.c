// error: 2:25: `a` is defined twice
struct s { int a; char a; };
