#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "inspect/protocol/message.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// A message of a process.
struct SourceMessage {
  inspect::MessageType type = inspect::MessageType::hello;
  std::uint32_t number = 0;
  std::string text;
  std::vector<std::byte> payload;
  std::vector<gpu::FileDescriptor> descriptors;
};

/// Splits the bytes of a connection into messages. Memory for a payload grows with the bytes that arrive, so that a
/// header cannot claim any.
class MessageDecoder {
 public:
  /// Adds what was received. Descriptors that no message claims are closed.
  void add(std::span<const std::byte> bytes, std::vector<gpu::FileDescriptor> descriptors);
  /// The next complete message; nothing if more bytes are needed. @throws FileError for bytes that are not this
  /// protocol's: the connection is of no use then.
  [[nodiscard]] std::optional<SourceMessage> next();

 private:
  std::vector<std::byte> bytes_;
  std::size_t begin_ = 0;
  std::deque<gpu::FileDescriptor> descriptors_;
};

}  // namespace texelscope::app
