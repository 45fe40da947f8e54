// error: 3:9: expected an expression, found the type `t`
typedef int t;
int x = t;
