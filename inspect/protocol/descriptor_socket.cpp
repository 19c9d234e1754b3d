#include "inspect/protocol/descriptor_socket.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace texelscope::inspect {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

std::optional<Address> address_from(const std::string& text) {
  if (!text.empty() && text[0] == '/') {
    return text.size() < sizeof(sockaddr_un::sun_path) ? std::optional(Address{.path = text, .host = {}})
                                                       : std::nullopt;
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) {
    return std::nullopt;
  }
  Address address{.path = {}, .host = text.substr(0, colon)};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, address.port);
  in_addr number{};
  const bool is_number = error == std::errc{} && stop == end && address.port != 0;
  return is_number && inet_pton(AF_INET, address.host.c_str(), &number) == 1 ? std::optional(address) : std::nullopt;
}

std::optional<Address> default_address() {
  const std::string named = variable("TEXELSCOPE_INSPECT");
  if (!named.empty()) {
    return address_from(named);
  }
  const std::string runtime = variable("XDG_RUNTIME_DIR");
  const std::string folder = !runtime.empty() && runtime[0] == '/'
                                 ? runtime + "/texelscope"
                                 : std::string("/tmp") + "/texelscope-" + std::to_string(getuid());
  return address_from(folder + "/inspect");
}

bool is_peer_of_this_user(int socket) noexcept {
  ucred peer{};
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && size == sizeof peer && peer.uid == getuid();
}

void end_with_its_peer(int socket) noexcept {
  // An idle connection ends after 20 s and three probes; one with bytes on their way sends no probes.
  constexpr struct {
    int level, name, value;
  } options[] = {{SOL_SOCKET, SO_KEEPALIVE, 1},
                 {IPPROTO_TCP, TCP_KEEPIDLE, 20},
                 {IPPROTO_TCP, TCP_KEEPINTVL, 10},
                 {IPPROTO_TCP, TCP_KEEPCNT, 3},
                 {IPPROTO_TCP, TCP_USER_TIMEOUT, 50'000}};
  for (const auto& [level, name, value] : options) {
    setsockopt(socket, level, name, &value, sizeof value);
  }
}

gpu::FileDescriptor connect_to(const Address& address) noexcept {
  const bool is_local = !address.path.empty();
  gpu::FileDescriptor made{::socket(is_local ? AF_UNIX : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
  if (made.is_closed()) {
    return made;
  }
  int result = -1;
  if (is_local) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    std::memcpy(name.sun_path, address.path.c_str(), address.path.size() + 1);
    result = connect(made.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name);
  } else {
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(address.port);
    inet_pton(AF_INET, address.host.c_str(), &name.sin_addr);
    const int on = 1;
    setsockopt(made.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    end_with_its_peer(made.number());
    result = connect(made.number(), reinterpret_cast<const sockaddr*>(&name), sizeof name);
  }
  // The answer, for which programs wait, shows whether a connection in progress succeeds.
  const bool is_usable = (result == 0 && (!is_local || is_peer_of_this_user(made.number()))) ||
                         (result != 0 && !is_local && errno == EINPROGRESS);
  if (!is_usable) {
    const int error = errno;
    made.close();
    errno = error;
  }
  return made;
}

bool send_now(int socket, const MessageHeader& header, const std::string& text,
              std::span<const int> descriptors) noexcept {
  std::string bytes(sizeof header + text.size(), '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, text.data(), text.size());
  iovec part{bytes.data(), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * max_descriptors)> control{};
  if (!descriptors.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(head), descriptors.data(), descriptors.size_bytes());
  }
  // A message is far smaller than the buffer of a socket, so it is sent whole or not at all, but for TCP: there, a part
  // breaks the stream, and the connection ends.
  const ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent >= 0 && static_cast<std::size_t>(sent) != bytes.size()) {
    errno = EPIPE;
    return false;
  }
  return sent >= 0;
}

Received receive_now(int socket, std::span<std::byte> buffer) {
  Received received;
  iovec part{buffer.data(), buffer.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * max_descriptors)> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t result = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (result < 0) {
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) {
      received.bytes.reset();
    }
    return received;
  }
  received.bytes = static_cast<std::size_t>(result);
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) {
      continue;
    }
    const std::size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(head) + i * sizeof(int), sizeof number);
      received.descriptors.emplace_back(number);
    }
  }
  return received;
}

}  // namespace texelscope::inspect
