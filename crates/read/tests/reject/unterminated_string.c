// error: 2:11: a string literal without its end
char *s = "never ends;
int x;
