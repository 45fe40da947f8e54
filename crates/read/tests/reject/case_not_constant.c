// error: 2:30: an integer constant expression is needed here
void f(int x) { switch (x) { case x: ; } }
