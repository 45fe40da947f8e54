// error: 2:8: expected a declaration, found `}`
int x; }
