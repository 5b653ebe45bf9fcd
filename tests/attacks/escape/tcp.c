// Connects to a service of this machine, over IPv4, IPv6 and fast open.
// expect: AC
#include "attack.h"

int main(void) {
    struct sockaddr_in four = {0};
    struct sockaddr_in6 six = {0};
    four.sin_family = AF_INET;
    four.sin_port = htons(@PORT@);
    four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(@PORT@);
    inet_pton(AF_INET6, "::ffff:127.0.0.1", &six.sin6_addr);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0) must_fail("TCP", connect(fd, (struct sockaddr *)&four, sizeof four));
    fd = socket(AF_INET6, SOCK_STREAM, 0);
    if (fd >= 0) must_fail("TCP by IPv6", connect(fd, (struct sockaddr *)&six, sizeof six));
    fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0)
        must_fail("TCP fast open",
                  sendto(fd, "x", 1, MSG_FASTOPEN, (struct sockaddr *)&four, sizeof four));
    fd = socket(AF_INET, SOCK_STREAM, 262 /* MPTCP */);
    if (fd >= 0) must_fail("MPTCP", connect(fd, (struct sockaddr *)&four, sizeof four));
    answer();
    return 0;
}
