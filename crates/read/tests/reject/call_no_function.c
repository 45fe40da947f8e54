// error: 3:22: the object called is not a function
int x;
int g(void) { return x(1); }
