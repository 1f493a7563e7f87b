/* A program of wasi-libc that shows what it was given: arguments, environment, standard streams, clocks, random numbers, files.
 * Each argument is a command; the exit status is 0 unless `exit N` says otherwise. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void show(const char *path) {
    FILE *f = fopen(path, "r");
    if (!f) {
        printf("open %s: %s\n", path, strerror(errno));
        return;
    }
    char buf[256];
    size_t n = fread(buf, 1, sizeof buf, f);
    printf("%s: %.*s\n", path, (int)n, buf);
    fclose(f);
}

static void append(const char *path, const char *text) {
    FILE *f = fopen(path, "a");
    if (!f || fputs(text, f) < 0 || fclose(f) != 0)
        printf("write %s: %s\n", path, strerror(errno));
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void list(const char *path) {
    DIR *d = opendir(path);
    if (!d) {
        printf("list %s: %s\n", path, strerror(errno));
        return;
    }
    char *names[64];
    size_t n = 0;
    for (struct dirent *e; n < 64 && (e = readdir(d));)
        names[n++] = strdup(e->d_name);
    closedir(d);
    qsort(names, n, sizeof *names, by_name);
    printf("%s:", path);
    for (size_t i = 0; i < n; i++)
        printf(" %s", names[i]);
    puts("");
}

static void wait_ms(long ms) {
    struct timespec a, b, t = {ms / 1000, ms % 1000 * 1000000};
    clock_gettime(CLOCK_MONOTONIC, &a);
    nanosleep(&t, NULL);
    clock_gettime(CLOCK_MONOTONIC, &b);
    printf("waited %lld ms\n", ((long long)(b.tv_sec - a.tv_sec) * 1000000000 + (b.tv_nsec - a.tv_nsec)) / 1000000);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const char *c = argv[i], *a = i + 1 < argc ? argv[i + 1] : "", *b = i + 2 < argc ? argv[i + 2] : "";
        if (!strcmp(c, "args")) {
            for (int k = 0; k < argc; k++)
                printf("[%s]", argv[k]);
            puts("");
        } else if (!strcmp(c, "env")) {
            for (char **e = environ; *e; e++)
                puts(*e);
        } else if (!strcmp(c, "stdin")) {
            char line[64];
            while (fgets(line, sizeof line, stdin))
                printf("> %s", line);
        } else if (!strcmp(c, "stderr")) {
            fprintf(stderr, "%s\n", a), i++;
        } else if (!strcmp(c, "time")) {
            time_t now = time(NULL);
            char buf[32];
            strftime(buf, sizeof buf, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
            puts(buf);
        } else if (!strcmp(c, "wait")) {
            wait_ms(atol(a)), i++;
        } else if (!strcmp(c, "random")) {
            unsigned char buf[8];
            getentropy(buf, sizeof buf);
            for (size_t k = 0; k < sizeof buf; k++)
                printf("%02x", buf[k]);
            puts("");
        } else if (!strcmp(c, "show")) {
            show(a), i++;
        } else if (!strcmp(c, "append")) {
            append(a, b), i += 2;
        } else if (!strcmp(c, "list")) {
            list(a), i++;
        } else if (!strcmp(c, "mkdir")) {
            printf("mkdir %s: %s\n", a, mkdir(a, 0777) ? strerror(errno) : "ok"), i++;
        } else if (!strcmp(c, "remove")) {
            printf("remove %s: %s\n", a, remove(a) ? strerror(errno) : "ok"), i++;
        } else if (!strcmp(c, "rename")) {
            printf("rename %s %s: %s\n", a, b, rename(a, b) ? strerror(errno) : "ok"), i += 2;
        } else if (!strcmp(c, "exit")) {
            exit(atoi(a));
        } else if (!strcmp(c, "abort")) {
            abort();
        } else {
            fprintf(stderr, "unknown command %s\n", c);
            return 2;
        }
    }
    return 0;
}
