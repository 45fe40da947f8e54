// error: 3:5: `a` is declared without static here, and was declared static before
static int a;
int a;
