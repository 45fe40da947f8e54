// error: 3:5: `f` is declared again as something else
int f(int);
int f(char *);
