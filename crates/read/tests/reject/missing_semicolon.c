// error: 3:1: expected ;, found `int`
int x
int y;
