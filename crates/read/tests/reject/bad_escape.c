// error: 2:11: this constant is not valid: its escape sequence is unknown or out of range
char *s = "\q";
