#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texelscope::gpu {

/// Declares the owner of objects that are created during its lifetime: LiveObjects stores the scopes of the creating
/// thread, so that leaks can be attributed. Belongs to the thread that creates it, which must destroy nested origins in
/// reverse order, like scopes. Uses no heap memory; the strings must outlive it.
class ObjectOrigin {
 public:
  /// "loading", or with a number: "frame 12".
  explicit ObjectOrigin(std::string_view text, std::optional<std::uint64_t> number = std::nullopt) noexcept
      : ObjectOrigin{text, {}, number} {}
  /// "scene plasma" from "scene" and "plasma".
  ObjectOrigin(std::string_view kind, std::string_view name) noexcept : ObjectOrigin{kind, name, std::nullopt} {}
  ~ObjectOrigin();
  ObjectOrigin(const ObjectOrigin&) = delete;
  ObjectOrigin& operator=(const ObjectOrigin&) = delete;

  /// The scopes of this thread, from the outermost: "scene plasma, frame 12"; empty if there are none.
  [[nodiscard]] static std::string current();

 private:
  ObjectOrigin(std::string_view text, std::string_view name, std::optional<std::uint64_t> number) noexcept;

  std::string_view text_;
  std::string_view name_;
  std::optional<std::uint64_t> number_;
  const ObjectOrigin* outer_;
};

}  // namespace texelscope::gpu
