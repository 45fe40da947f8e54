/* Nothing changes from one iteration to the next: `assay run` says so, and does not wait for the end of it. */
int main(void) {
    int n = 0;
    while (1)
        if (n > 10)
            n = 0;
}
