#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texelscope::gpu {

/// Says for whom objects are made as long as it stands: LiveObjects writes down the scopes of the thread that makes an
/// object, so that what is left over can be told by who wanted it. Belongs to its thread, and ends in reverse order, as
/// scopes do. Costs no memory; texts must outlive it.
class ObjectOrigin {
 public:
  /// "loading", or with a number "frame 12".
  explicit ObjectOrigin(std::string_view text, std::optional<std::uint64_t> number = std::nullopt) noexcept
      : ObjectOrigin{text, {}, number} {}
  /// "scene plasma" of "scene" and "plasma".
  ObjectOrigin(std::string_view kind, std::string_view name) noexcept : ObjectOrigin{kind, name, std::nullopt} {}
  ~ObjectOrigin();
  ObjectOrigin(const ObjectOrigin&) = delete;
  ObjectOrigin& operator=(const ObjectOrigin&) = delete;

  /// The scopes of this thread, from the outermost: "scene plasma, frame 12"; empty without any.
  [[nodiscard]] static std::string current();

 private:
  ObjectOrigin(std::string_view text, std::string_view name, std::optional<std::uint64_t> number) noexcept;

  std::string_view text_;
  std::string_view name_;
  std::optional<std::uint64_t> number_;
  const ObjectOrigin* outer_;
};

}  // namespace texelscope::gpu
