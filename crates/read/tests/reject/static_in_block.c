// error: 2:26: these specifiers do not make a type
int f(void) { static int g(void); return 0; }
