// error: 2:25: this initialiser does not fit the object
struct s { int a; } x = 5;
