#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace texelscope::app {

/// The messages of the image viewer tev's protocol, which many renderers send: little-endian, a message's own size in
/// bytes (uint32), its type (uint8) and its members, where texts end with a 0. https://github.com/Tom94/tev
struct TevOpenImage {
  std::string path;
};
struct TevReloadImage {
  std::string name;
};
struct TevCloseImage {
  std::string name;
};
struct TevCreateImage {
  std::string name;
  bool grabs_focus = false;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<std::string> channels;
};

/// The values of a channel in an update: its first, and the distance to the next pixel's, in float32 values.
struct TevChannel {
  std::string name;
  std::int64_t offset = 0;
  std::int64_t stride = 1;
};
struct TevUpdateImage {
  std::string name;
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::vector<TevChannel> channels;
  /// Float32 values, which contain those of all channels; part of the message's bytes, unaligned.
  std::span<const std::byte> values;
};

/// A command of a drawing over an image.
struct TevDrawingCommand {
  enum class Type : std::uint8_t {
    save,
    restore,
    fill_color,
    fill,
    stroke_color,
    stroke,
    begin_path,
    close_path,
    path_winding,
    dump_path_cache,
    move_to,
    line_to,
    arc_to,
    arc,
    bezier_to,
    circle,
    ellipse,
    quad_to,
    rectangle,
    rounded_rectangle,
    varying_rounded_rectangle,
    text,
    text_align,
    font_face,
    font_size,
    stroke_width
  };
  Type type = Type::save;
  std::array<float, 8> values{};
  std::string text{};
};
struct TevVectorGraphics {
  std::string name;
  bool appends = false;
  std::vector<TevDrawingCommand> commands;
};

using TevMessage =
    std::variant<TevOpenImage, TevReloadImage, TevCloseImage, TevCreateImage, TevUpdateImage, TevVectorGraphics>;

inline constexpr std::size_t max_tev_channels = 256;
inline constexpr std::size_t max_tev_commands = 100'000;

/// The size of the message that begins here; nothing if more bytes are needed. @throws FileError for a size that no
/// message has: the connection is of no use then.
[[nodiscard]] std::optional<std::size_t> tev_message_size(std::span<const std::byte> bytes);

/// Parses an untrusted message, which must be whole. @throws FileError with the reason: later messages may be valid.
[[nodiscard]] TevMessage parse_tev_message(std::span<const std::byte> message);

}  // namespace texelscope::app
