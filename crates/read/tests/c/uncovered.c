/* Declarations with linkage in blocks, past local variables of the same name. */
int v = 3;

static int twice(int x) { return 2 * x; }

int reach(int v) {
    {
        extern int v;
        v++;
    }
    int twice = v;
    {
        int twice(int);
        twice(v);
    }
    return twice;
}

int main(void) { return reach(4) - 4; }
