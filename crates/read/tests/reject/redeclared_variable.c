// error: 3:8: `x` is declared again as something else
int x;
double x;
