// error: 2:8: unsupported: a struct or union without members
struct s { } x;
