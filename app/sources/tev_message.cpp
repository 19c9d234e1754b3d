#include "app/sources/tev_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "app/files/file_error.h"
#include "app/text/escape.h"
#include "inspect/protocol/message.h"

namespace texelscope::app {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::size_t max_text = 4096;
constexpr std::size_t header_bytes = 5;

/// The types in a message; versions 2 and 3 add members.
enum class Type : std::uint8_t {
  open_image,
  reload_image,
  close_image,
  update_image,
  create_image,
  update_image_v2,
  update_image_v3,
  open_image_v2,
  vector_graphics
};

/// Reads the members of a message.
class Members {
 public:
  explicit Members(std::span<const std::byte> bytes) : rest_{bytes} {}

  template <class Number>
  [[nodiscard]] Number number() {
    Number value{};
    const std::span<const std::byte> bytes = take(sizeof value);
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  [[nodiscard]] bool flag() { return number<std::uint8_t>() == 1; }
  [[nodiscard]] std::string text() {
    const auto end = std::ranges::find(rest_, std::byte{0});
    const auto size = static_cast<std::size_t>(end - rest_.begin());
    if (size > max_text) {
      throw FileError(fmt::format("a message has a text of {} bytes, more than {}", size, max_text));
    }
    const auto* const begin = reinterpret_cast<const char*>(take(size + 1).data());
    return {begin, size};
  }
  /// A number of members of at least `least_bytes` each.
  [[nodiscard]] std::size_t count(const char* noun, std::size_t most, std::size_t least_bytes) {
    const auto claimed = number<std::int32_t>();
    if (claimed < 0 || static_cast<std::size_t>(claimed) > most ||
        static_cast<std::size_t>(claimed) * least_bytes > rest_.size()) {
      throw FileError(fmt::format("a message claims {} {} in {} bytes; at most {} are possible", claimed, noun,
                                  rest_.size(), most));
    }
    return static_cast<std::size_t>(claimed);
  }
  [[nodiscard]] std::span<const std::byte> rest() const noexcept { return rest_; }

 private:
  [[nodiscard]] std::span<const std::byte> take(std::size_t size) {
    if (size > rest_.size()) {
      throw FileError("a message ends within its members");
    }
    const std::span<const std::byte> taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }

  std::span<const std::byte> rest_;
};

/// Without the channels after a colon, which are not chosen here.
std::string path_in(const std::string& image) {
  const std::size_t colon = image.rfind(':');
  return colon != std::string::npos && image.find('/', colon) == std::string::npos ? image.substr(0, colon) : image;
}

TevCreateImage parse_create(Members& members) {
  TevCreateImage create;
  create.grabs_focus = members.flag();
  create.name = members.text();
  create.width = members.number<std::int32_t>();
  create.height = members.number<std::int32_t>();
  const std::size_t channels = members.count("channels", max_tev_channels, 1);
  for (std::size_t i = 0; i < channels; ++i) {
    create.channels.push_back(members.text());
  }
  return create;
}

/// Whether the values of a channel are among those that a message contains.
bool contains_values(const TevChannel& channel, std::int64_t pixels, std::int64_t available) {
  std::int64_t last = 0;
  return channel.offset >= 0 && channel.offset < available &&
         !__builtin_mul_overflow(channel.stride, pixels - 1, &last) &&
         !__builtin_add_overflow(last, channel.offset, &last) && last >= 0 && last < available;
}

TevUpdateImage parse_update(Members& members, Type type) {
  TevUpdateImage update;
  static_cast<void>(members.flag());
  update.name = members.text();
  const std::size_t channels = type == Type::update_image ? 1 : members.count("channels", max_tev_channels, 1);
  for (std::size_t i = 0; i < channels; ++i) {
    update.channels.push_back({.name = members.text()});
  }
  update.x = members.number<std::int32_t>();
  update.y = members.number<std::int32_t>();
  update.width = members.number<std::int32_t>();
  update.height = members.number<std::int32_t>();
  const std::int64_t pixels = std::int64_t{update.width} * update.height;
  if (update.width <= 0 || update.height <= 0) {
    throw FileError(fmt::format("an update of \"{}\" has {} × {} pixels", shown_line(update.name, 100), update.width,
                                update.height));
  }
  if (type == Type::update_image_v3) {
    for (TevChannel& channel : update.channels) {
      channel.offset = members.number<std::int64_t>();
    }
    for (TevChannel& channel : update.channels) {
      channel.stride = members.number<std::int64_t>();
    }
  } else if (pixels <= static_cast<std::int64_t>(inspect::max_array_bytes)) {
    for (std::size_t i = 0; i < channels; ++i) {
      update.channels[i].offset = static_cast<std::int64_t>(i) * pixels;
    }
  }
  update.values = members.rest();
  const auto available = static_cast<std::int64_t>(update.values.size() / sizeof(float));
  for (const TevChannel& channel : update.channels) {
    if (!contains_values(channel, pixels, available)) {
      throw FileError(fmt::format(
          "an update of \"{}\" has {} values, too few for {} × {} pixels of channel \"{}\" with offset {} and stride "
          "{}",
          shown_line(update.name, 100), available, update.width, update.height, shown_line(channel.name, 40),
          channel.offset, channel.stride));
    }
  }
  return update;
}

TevVectorGraphics parse_drawing(Members& members) {
  // Values of each type of command.
  constexpr std::array<std::uint8_t, 26> counts = {0, 0, 4, 0, 4, 0, 0, 0, 1, 0, 2, 2, 5,
                                                   6, 6, 3, 4, 4, 4, 5, 8, 2, 1, 0, 2, 2};
  TevVectorGraphics drawing;
  static_cast<void>(members.flag());
  drawing.name = members.text();
  drawing.appends = members.flag();
  const std::size_t commands = members.count("commands", max_tev_commands, 1);
  for (std::size_t i = 0; i < commands; ++i) {
    const auto type = members.number<std::uint8_t>();
    if (type >= counts.size()) {
      throw FileError(
          fmt::format("a drawing over \"{}\" has a command of unknown type {}", shown_line(drawing.name, 100), type));
    }
    TevDrawingCommand command{.type = static_cast<TevDrawingCommand::Type>(type)};
    for (std::size_t value = 0; value < counts[type]; ++value) {
      command.values[value] = members.number<float>();
      if (!std::isfinite(command.values[value])) {
        throw FileError(
            fmt::format("a drawing over \"{}\" has a coordinate that is not finite", shown_line(drawing.name, 100)));
      }
    }
    if (command.type == TevDrawingCommand::Type::text || command.type == TevDrawingCommand::Type::font_face) {
      command.text = members.text();
    }
    drawing.commands.push_back(std::move(command));
  }
  return drawing;
}

}  // namespace

std::optional<std::size_t> tev_message_size(std::span<const std::byte> bytes) {
  std::uint32_t size = 0;
  if (bytes.size() < sizeof size) {
    return std::nullopt;
  }
  std::memcpy(&size, bytes.data(), sizeof size);
  if (size < header_bytes || size > inspect::max_array_bytes) {
    throw FileError(
        fmt::format("a message claims {} bytes; tev's have {} to {}", size, header_bytes, inspect::max_array_bytes));
  }
  return size <= bytes.size() ? std::optional<std::size_t>(size) : std::nullopt;
}

TevMessage parse_tev_message(std::span<const std::byte> message) {
  Members members{message.subspan(sizeof(std::uint32_t))};
  const auto type = static_cast<Type>(members.number<std::uint8_t>());
  switch (type) {
    case Type::open_image:
    case Type::open_image_v2: {
      static_cast<void>(members.flag());
      const std::string image = members.text();
      return TevOpenImage{type == Type::open_image ? path_in(image) : image};
    }
    case Type::reload_image:
      static_cast<void>(members.flag());
      return TevReloadImage{members.text()};
    case Type::close_image:
      return TevCloseImage{members.text()};
    case Type::update_image:
    case Type::update_image_v2:
    case Type::update_image_v3:
      return parse_update(members, type);
    case Type::create_image:
      return parse_create(members);
    case Type::vector_graphics:
      return parse_drawing(members);
  }
  throw FileError(fmt::format("a message has the unknown type {}", static_cast<int>(type)));
}

}  // namespace texelscope::app
