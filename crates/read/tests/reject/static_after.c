// error: 3:12: `a` is declared static here, and was declared without static before
int a;
static int a;
