// error: 2:10: unsupported: an enumerator that is not an int
enum e { BIG = 5000000000 };
