// error: 2:17: unsupported: a member or type with an alignment of its own
struct s { char c __attribute__((aligned(8))); };
