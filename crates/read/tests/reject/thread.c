// error: 2:1: unsupported: thread storage
_Thread_local int x;
