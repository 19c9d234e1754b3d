#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace texelscope::gpu {

/// The arguments of one call, stored in place and formatted only when read, so that the cost of tracing a call does not
/// depend on the formatting. Numbers keep their value; values without a number (a descriptor, an extent) are stored as
/// text. Arguments that do not fit are truncated, and text() ends with "…".
class PackedArguments {
 public:
  /// Size of all arguments of a call in bytes. A number takes 17, a string takes 11 plus its length.
  static constexpr std::size_t capacity = 192;

  /// `name` must have static storage duration.
  void add_number(const char* name, std::uint64_t value) noexcept { add(name, Kind::number, &value, sizeof(value)); }
  void add_signed(const char* name, std::int64_t value) noexcept {
    add(name, Kind::signed_number, &value, sizeof(value));
  }
  /// Formatted as true or false.
  void add_bool(const char* name, bool value) noexcept { add(name, Kind::boolean, &value, sizeof(value)); }
  /// A handle or an address, in hexadecimal; a string, truncated if it does not fit.
  void add_handle(const char* name, std::uint64_t value) noexcept { add(name, Kind::handle, &value, sizeof(value)); }
  void add_text(const char* name, std::string_view text) noexcept { add_cut(name, Kind::text, text); }
  /// The compiler's name of a type, formatted as in the source.
  void add_type(const char* name, std::string_view mangled) noexcept { add_cut(name, Kind::type, mangled); }

  /// "width=640, height=480". An argument without a name appears as its value alone.
  [[nodiscard]] std::string text() const;

 private:
  enum class Kind : unsigned char { number, signed_number, boolean, handle, text, type };

  void add(const char* name, Kind kind, const void* value, std::size_t size) noexcept;
  void add_cut(const char* name, Kind kind, std::string_view text) noexcept;
  void put(const void* bytes, std::size_t size) noexcept;

  std::array<std::byte, capacity> bytes_;
  std::uint16_t size_ = 0;
  bool is_cut_ = false;
};

}  // namespace texelscope::gpu
