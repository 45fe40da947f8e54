// error: 2:10: a value of this type cannot be converted implicitly to the type wanted
int *p = 5;
