// Changes what can be seen of files that are only to be read: times, owners,
// modes, attributes. The next testcase would find the mark.
// expect: AC
#include "attack.h"
#include <sys/xattr.h>

static void try(const char *path, const char *how, int done, struct stat *before) {
    struct stat after;
    if (done != 0 || stat(path, &after) != 0) return;
    // A success that changes nothing is no mark.
    if (memcmp(&before->st_ctim, &after.st_ctim, sizeof after.st_ctim) ||
        memcmp(&before->st_mtim, &after.st_mtim, sizeof after.st_mtim)) {
        leak(how);
        *before = after;
    }
}

int main(void) {
    char exe[PATH_MAX + 1] = "";
    if (readlink("/proc/self/exe", exe, PATH_MAX) < 0) exe[0] = 0;
    char folder[PATH_MAX + 1];
    strcpy(folder, exe);
    if (strrchr(folder, '/')) *strrchr(folder, '/') = 0;
    const char *paths[] = {"/dev/null", "/dev/zero", "/dev/urandom", "/usr/lib", exe, folder, "@ANSWER@"};
    for (int i = 0; i < 7; i++) {
        struct stat now;
        if (!paths[i][0] || stat(paths[i], &now) != 0) continue;
        int fd = open(paths[i], O_RDONLY);
        int flags = 0;
        try(paths[i], "times", utimensat(AT_FDCWD, paths[i], NULL, 0), &now);
        try(paths[i], "owner", chown(paths[i], -1, -1), &now);
        try(paths[i], "mode", chmod(paths[i], now.st_mode & 07777), &now);
        try(paths[i], "attribute", setxattr(paths[i], "user.mark", "1", 1, 0), &now);
        try(paths[i], "file_setattr", syscall(469, AT_FDCWD, paths[i], &flags, 0, 0), &now);
        if (fd < 0) continue;
        try(paths[i], "times of an open file", futimens(fd, NULL), &now);
        try(paths[i], "owner of an open file", fchown(fd, -1, -1), &now);
        try(paths[i], "mode of an open file", fchmod(fd, now.st_mode & 07777), &now);
        try(paths[i], "attribute of an open file", fsetxattr(fd, "user.mark", "1", 1, 0), &now);
        int no_dump = 0x40;
        try(paths[i], "flags of an open file", ioctl(fd, 0x40086602, &no_dump), &now);
        close(fd);
    }
    answer();
    return 0;
}
