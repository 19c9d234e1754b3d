#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::tests {

/// A message between two processes: bytes, and an optional file descriptor.
struct Message {
  std::vector<std::byte> bytes;
  gpu::FileDescriptor descriptor;
};

inline bool send_message(int socket, std::span<const std::byte> bytes, int descriptor = -1) {
  iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (descriptor >= 0) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
}

/// nullopt when the other side has closed the connection.
inline std::optional<Message> receive_message(int socket) {
  Message result;
  result.bytes.resize(4096);
  iovec part{result.bytes.data(), result.bytes.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  if (size <= 0) {
    return std::nullopt;
  }
  result.bytes.resize(static_cast<std::size_t>(size));
  if (const cmsghdr* const header = CMSG_FIRSTHDR(&message);
      header != nullptr && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    int number = -1;
    std::memcpy(&number, CMSG_DATA(header), sizeof(int));
    result.descriptor = gpu::FileDescriptor{number};
  }
  return result;
}

}  // namespace texelscope::tests
