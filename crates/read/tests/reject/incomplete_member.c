// error: 2:21: the type is not complete here
struct s { struct s inner; };
