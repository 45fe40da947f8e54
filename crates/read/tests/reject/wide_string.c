// error: 2:10: unsupported: a wide character or string literal
int *s = L"wide";
