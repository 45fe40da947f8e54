// error: 2:20: a bit-field needs an integer type and a width that fits it
struct s { int b : 40; };
