// error: 2:8: these specifiers do not make a type
static extern int x;
