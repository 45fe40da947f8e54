// error: 2:11: unexpected character '@'
int x = 1 @ 2;
