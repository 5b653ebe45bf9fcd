// Becomes root, by setuid programs or by asking.
// expect: AC
#include "attack.h"

static void look(pid_t pid, const char *what) {
    char path[64], line[256];
    unsigned uid = 1, effective = 1;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        unsigned long long caps;
        if (sscanf(line, "Uid: %u %u", &uid, &effective) == 2 && (uid == 0 || effective == 0))
            leak_bytes(what, line, (long)strlen(line));
        if ((sscanf(line, "CapEff: %llx", &caps) == 1 || sscanf(line, "CapPrm: %llx", &caps) == 1 ||
             sscanf(line, "CapAmb: %llx", &caps) == 1) && caps)
            leak_bytes(what, line, (long)strlen(line));
    }
    if (file) fclose(file);
}

int main(void) {
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) leak("no_new_privs is off");
    look(getpid(), "own rights");
    if (getuid() != 0) {
        must_fail("setuid", setuid(0));
        must_fail("setresgid", setresgid(0, 0, 0));
        must_fail("setgroups", syscall(SYS_setgroups, 0, 0));
        const char *programs[] = {"/usr/bin/su", "/usr/bin/mount", "/usr/bin/passwd",
                                  "/usr/bin/newgrp", "/usr/bin/sudo", "/bin/ping"};
        for (int i = 0; i < 6; i++) {
            struct stat it;
            if (stat(programs[i], &it) != 0 || !(it.st_mode & S_ISUID)) continue;
            int ends[2];
            if (pipe(ends) != 0) break;
            pid_t child = twin();
            if (child == 0) {
                // Stands still at its first word, so that we can look at it.
                dup2(ends[0], 0);
                for (int fd = 1; fd < 3; fd++) dup2(ends[1], fd);
                execl(programs[i], NAME, "-", (char *)0);
                _exit(0);
            }
            for (int round = 0; round < 5; round++) {
                usleep(3000);
                look(child, programs[i]);
            }
            kill(child, SIGKILL);
            close(ends[0]);
            close(ends[1]);
            waitpid(child, 0, 0);
        }
    }
    gid_t groups[64];
    int count = getgroups(64, groups);
    if (getgid() == 0 || getegid() == 0) leak("the group is root's");
    for (int i = 0; i < count; i++)
        if (groups[i] == 0) leak("a group is root's");
    answer();
    return 0;
}
