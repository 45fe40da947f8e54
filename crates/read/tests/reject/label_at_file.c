// error: 2:1: expected a declaration, found `goto`
goto x;
