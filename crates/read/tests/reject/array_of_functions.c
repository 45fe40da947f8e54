// error: 2:5: the type is not complete here
int f[2](void);
