// expect: unsafe line=18 property=valid-memsafety
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
    struct sockaddr_in peer;
    char text[16];
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    memset(&peer, 0, sizeof peer);
    peer.sin_family = AF_INET;
    peer.sin_port = htons(8080);
    if (connect(s, (struct sockaddr *)&peer, sizeof peer) == 0) {
        ssize_t n = recv(s, text, sizeof text, 0);
        if (n >= 0)
            text[n] = 0;
    }
    return close(s) < 0;
}
