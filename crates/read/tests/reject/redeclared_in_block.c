// error: 2:43: `q` is declared again as something else
int f(void) { extern int q; { extern long q; } return 0; }
