// Sends datagrams. Whether one arrives is seen at the other end.
// expect: AC
#include "attack.h"

int main(void) {
    struct sockaddr_in to = {0};
    to.sin_family = AF_INET;
    to.sin_port = htons(@UDP_PORT@);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd >= 0) sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof to);
    int raw[] = {socket(AF_INET, SOCK_RAW, IPPROTO_ICMP), socket(AF_INET6, SOCK_RAW, IPPROTO_RAW),
                 socket(AF_PACKET, SOCK_RAW, 0x300)};
    for (int i = 0; i < 3; i++) must_fail("a raw socket", raw[i]);
    answer();
    return 0;
}
