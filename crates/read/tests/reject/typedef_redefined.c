// error: 3:14: `t` is declared again as something else
typedef int t;
typedef char t;
