// error: 2:5: a declaration of this kind is not allowed here
int f(void)[2];
