// error: 2:18: `a` is defined twice
int f(int a, int a);
