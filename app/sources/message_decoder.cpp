#include "app/sources/message_decoder.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "app/files/file_error.h"

namespace texelscope::app {

void MessageDecoder::add(std::span<const std::byte> bytes, std::vector<gpu::FileDescriptor> descriptors) {
  if (begin_ > 0 && (begin_ == bytes_.size() || begin_ > bytes_.size() / 2)) {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  for (gpu::FileDescriptor& descriptor : descriptors) {
    // Processes send at most two with a message, and wait with the next until they fit.
    if (descriptors_.size() < std::size_t{64}) {
      descriptors_.push_back(std::move(descriptor));
    }
  }
}

std::optional<SourceMessage> MessageDecoder::next() {
  inspect::MessageHeader header;
  const std::span<const std::byte> rest = std::span{bytes_}.subspan(begin_);
  if (rest.size() < sizeof header) {
    return std::nullopt;
  }
  std::memcpy(&header, rest.data(), sizeof header);
  if (header.magic != inspect::message_magic) {
    throw FileError("it does not speak this version's protocol");
  }
  if (header.text_bytes > inspect::max_text_bytes || header.payload_bytes > inspect::max_array_bytes ||
      header.descriptors > inspect::max_descriptors) {
    throw FileError(fmt::format("a message claims {} bytes of text, {} of data and {} descriptors", header.text_bytes,
                                header.payload_bytes, header.descriptors));
  }
  const std::size_t size = sizeof header + header.text_bytes + static_cast<std::size_t>(header.payload_bytes);
  if (rest.size() < size) {
    return std::nullopt;
  }
  SourceMessage message;
  message.type = static_cast<inspect::MessageType>(header.type);
  message.number = header.number;
  const auto* const text = reinterpret_cast<const char*>(rest.data() + sizeof header);
  message.text.assign(text, header.text_bytes);
  const std::span<const std::byte> payload =
      rest.subspan(sizeof header + header.text_bytes, static_cast<std::size_t>(header.payload_bytes));
  message.payload.assign(payload.begin(), payload.end());
  // Fewer arrive over links that do not carry them.
  while (message.descriptors.size() < header.descriptors && !descriptors_.empty()) {
    message.descriptors.push_back(std::move(descriptors_.front()));
    descriptors_.pop_front();
  }
  begin_ += size;
  return message;
}

}  // namespace texelscope::app
