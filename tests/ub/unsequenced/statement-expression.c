// expect: unsequenced
static int x;

int main(void) {
    return __extension__ ({ int y = x; y + 1; }) + (x = 2) - 3;
}
