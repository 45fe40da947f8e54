// error: 3:8: `s` is defined twice
struct s { int a; };
struct s { int a; };
