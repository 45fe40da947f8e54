// error: 2:7: a negative or impossible size or width
int a[-1];
