// error: 3:7: `s` is declared again as something else
struct s { int a; };
union s x;
