// error: 2:9: this constant is not valid: it has no valid digits
int x = 08;
