// Streams, files in memory, and what is done at the end.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int caught;
static void handler(int number) { caught += number; }
static void last(void) { puts("last"); }
static void first(void) { fputs("first\n", stdout); }

int main(void) {
    char line[32];
    FILE *file = tmpfile();
    fprintf(file, "%d %s\nsecond line\n", 42, "words");
    fputc('x', file);
    fwrite("yz", 1, 2, file);
    rewind(file);
    while (fgets(line, sizeof line, file)) fprintf(stdout, "[%s]", line);
    printf("\n%d %ld\n", feof(file) != 0, ftell(file));
    fseek(file, 3, SEEK_SET);
    int c = fgetc(file);
    ungetc(c, file);
    memset(line, 0, sizeof line);
    printf("%c %d %s\n", c, (int)fread(line, 1, 5, file), line);
    fclose(file);
    printf("%d\n", fopen("/a/file/that/is/not/there", "r") == NULL);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    printf("%d\n", caught == SIGUSR1);
    atexit(last);
    atexit(first);
    fflush(stdout);
    return putc('7', stdout) - '0';
}
