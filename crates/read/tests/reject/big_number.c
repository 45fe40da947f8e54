// error: 2:19: this constant is not valid: it is too large for any integer type
unsigned long x = 18446744073709551616;
