#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inspect/protocol/message.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::inspect {

/// A Unix socket's path, or a numeric address and port.
struct Address {
  std::string path;
  std::string host;
  std::uint16_t port = 0;
};

/// From "/a/path" or "127.0.0.1:5000". Nothing for other texts.
[[nodiscard]] std::optional<Address> address_from(const std::string& text);

/// The socket on which a window of this user listens: $TEXELSCOPE_INSPECT if it is an address, otherwise
/// texelscope/inspect in $XDG_RUNTIME_DIR or, without it, in texelscope-UID in the folder for temporary files. Nothing
/// if $TEXELSCOPE_INSPECT is "off" or no address.
[[nodiscard]] std::optional<Address> default_address();

/// Lets a TCP connection end, with an error at its socket, within a minute after the machine at its other end has
/// vanished. Nothing for other sockets.
void end_with_its_peer(int socket) noexcept;

/// Connects; closed on failure. A process of another user at the other end of a Unix socket counts as one.
[[nodiscard]] gpu::FileDescriptor connect_to(const Address& address) noexcept;
/// Whether the process at the other end of a Unix socket belongs to this user; false for other sockets.
[[nodiscard]] bool is_peer_of_this_user(int socket) noexcept;

/// Whether it could be sent without waiting; errno is set if not.
[[nodiscard]] bool send_now(int socket, const MessageHeader& header, const std::string& text,
                            std::span<const int> descriptors = {}) noexcept;

/// Received bytes, and the descriptors that came with them.
struct Received {
  /// 0 if the other end has closed the connection; nothing if there is nothing to receive.
  std::optional<std::size_t> bytes = 0;
  std::vector<gpu::FileDescriptor> descriptors;
};
/// Receives what is there. More than max_descriptors at once are closed. Errors end the connection: 0 bytes.
[[nodiscard]] Received receive_now(int socket, std::span<std::byte> buffer);

}  // namespace texelscope::inspect
