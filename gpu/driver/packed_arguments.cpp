#include "texelscope/gpu/packed_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "gpu/driver/describe.h"

namespace texelscope::gpu {
namespace {

/// Reads values from the bytes in the order in which they were written.
class Reader {
 public:
  explicit Reader(const std::byte* bytes) : bytes_{bytes} {}

  template <class Value>
  Value take() noexcept {
    Value value;
    std::memcpy(&value, bytes_, sizeof(value));
    bytes_ += sizeof(value);
    return value;
  }
  std::string_view take_text() noexcept {
    const auto size = take<std::uint16_t>();
    const std::string_view text{reinterpret_cast<const char*>(bytes_), size};
    bytes_ += size;
    return text;
  }
  [[nodiscard]] const std::byte* position() const noexcept { return bytes_; }

 private:
  const std::byte* bytes_;
};

}  // namespace

void PackedArguments::put(const void* bytes, std::size_t size) noexcept {
  std::memcpy(bytes_.data() + size_, bytes, size);
  size_ = static_cast<std::uint16_t>(size_ + size);
}

void PackedArguments::add(const char* name, Kind kind, const void* value, std::size_t size) noexcept {
  if (is_cut_ || size_ + sizeof(name) + sizeof(kind) + size > capacity) {
    is_cut_ = true;
    return;
  }
  put(static_cast<const void*>(&name), sizeof(name));
  put(&kind, sizeof(kind));
  put(value, size);
}

void PackedArguments::add_cut(const char* name, Kind kind, std::string_view text) noexcept {
  constexpr std::size_t head = sizeof(name) + sizeof(kind) + sizeof(std::uint16_t);
  if (is_cut_ || size_ + head > capacity) {
    is_cut_ = true;
    return;
  }
  const std::size_t room = capacity - size_ - head;
  const auto kept = static_cast<std::uint16_t>(std::min(text.size(), room));
  put(static_cast<const void*>(&name), sizeof(name));
  put(&kind, sizeof(kind));
  put(&kept, sizeof(kept));
  put(text.data(), kept);
  is_cut_ = kept < text.size();
}

std::string PackedArguments::text() const {
  std::string all;
  Reader reader(bytes_.data());
  while (reader.position() < bytes_.data() + size_) {
    const auto* const name = reader.take<const char*>();
    all += all.empty() ? "" : ", ";
    if (*name != '\0') {
      all += name;
      all += '=';
    }
    switch (reader.take<Kind>()) {
      case Kind::number:
        all += fmt::format("{}", reader.take<std::uint64_t>());
        break;
      case Kind::signed_number:
        all += fmt::format("{}", reader.take<std::int64_t>());
        break;
      case Kind::boolean:
        all += driver::describe(reader.take<bool>());
        break;
      case Kind::handle:
        all += driver::describe_handle(reader.take<std::uint64_t>());
        break;
      case Kind::text:
        all += reader.take_text();
        break;
      case Kind::type:
        all += driver::describe_type(std::string(reader.take_text()).c_str());
        break;
    }
  }
  return is_cut_ ? all + "…" : all;
}

}  // namespace texelscope::gpu
