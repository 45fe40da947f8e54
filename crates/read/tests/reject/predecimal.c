// error: 2:12: expected an expression, found `;`
int x = 1 +;
