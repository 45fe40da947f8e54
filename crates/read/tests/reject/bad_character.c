// error: 2:9: this constant is not valid: it is empty
int x = '';
