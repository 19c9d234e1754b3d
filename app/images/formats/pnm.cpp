#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "app/images/formats/picture_decoders.h"
#include "app/text/escape.h"

/// netpbm's formats (pbm(5), pgm(5), ppm(5), pfm(5)).
namespace texelscope::app {
namespace {

bool is_blank(char character) { return character == ' ' || (character >= '\t' && character <= '\r'); }

/// The magic number and its terminator: PF4, with four channels, is a different format.
bool begins_with_one_of(std::span<const std::byte> bytes, std::string_view signs) {
  return bytes.size() >= 3 && bytes[0] == std::byte{'P'} &&
         signs.find(static_cast<char>(bytes[1])) != std::string_view::npos &&
         (is_blank(static_cast<char>(bytes[2])) || bytes[2] == std::byte{'#'});
}

/// Words and numbers of the text after the magic number.
class PnmReader {
 public:
  explicit PnmReader(const PictureFile& file) : file_{file} {}

  /// The next word, after white space and comments.
  std::string_view word(const char* what) {
    skip_blanks();
    const std::size_t first = position_;
    while (!is_at_end() && !is_blank(current())) {
      ++position_;
    }
    if (position_ == first) {
      fail_reading(file_, fmt::format("it has no {} (truncated file)", what));
    }
    return {reinterpret_cast<const char*>(file_.bytes.data()) + first, position_ - first};
  }

  std::uint32_t number(const char* what) {
    skip_blanks();
    std::uint64_t value = 0;
    const std::size_t first = position_;
    while (!is_at_end() && current() >= '0' && current() <= '9') {
      value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(current() - '0'), UINT32_MAX);
      ++position_;
    }
    if (position_ == first) {
      fail_reading(file_, fmt::format("missing {} (truncated or damaged file)", what));
    }
    if (!is_at_end() && !is_blank(current()) && current() != '#') {
      fail_reading(file_, fmt::format("no white space after its {} (damaged file)", what));
    }
    return static_cast<std::uint32_t>(value);
  }

  /// One bit in text form, which need not be followed by white space.
  std::uint32_t bit() {
    skip_blanks();
    if (is_at_end() || (current() != '0' && current() != '1')) {
      fail_reading(file_, "missing bit (truncated or damaged file)");
    }
    return static_cast<std::uint32_t>(file_.bytes[position_++]) - '0';
  }

  /// The pixels of a binary file: one white-space character follows the header. @throws FileError for fewer than
  /// `bytes`, and if CR and LF end the header: only the file's size shows whether LF is a pixel.
  std::span<const std::byte> pixels(std::size_t bytes) {
    if (!is_at_end() && !is_blank(current())) {
      fail_reading(file_, "no white space after its header (damaged file)");
    }
    auto rest = file_.bytes.subspan(std::min(position_ + 1, file_.bytes.size()));
    if (!is_at_end() && current() == '\r' && !rest.empty() && rest[0] == std::byte{'\n'}) {
      if (rest.size() != bytes + 1) {
        fail_reading(file_, fmt::format("its header ends in CR LF, and {} bytes follow instead of {} (damaged file)",
                                        rest.size() - 1, bytes));
      }
      rest = rest.subspan(1);
    }
    if (rest.size() < bytes) {
      fail_reading(file_, fmt::format("truncated file: {} bytes of pixels instead of {}", rest.size(), bytes));
    }
    position_ = static_cast<std::size_t>(rest.data() - file_.bytes.data()) + bytes;
    return rest.first(bytes);
  }

  /// The end of the image after its pixels have been read; comments after an image in text form belong to it.
  [[nodiscard]] std::size_t end(bool is_text) {
    if (is_text) {
      skip_blanks();
    }
    return position_;
  }

 private:
  [[nodiscard]] bool is_at_end() const { return position_ >= file_.bytes.size(); }
  [[nodiscard]] char current() const { return static_cast<char>(file_.bytes[position_]); }

  void skip_blanks() {
    while (!is_at_end() && (is_blank(current()) || current() == '#')) {
      const bool is_comment = current() == '#';
      ++position_;
      while (is_comment && !is_at_end() && current() != '\n' && current() != '\r') {
        ++position_;
      }
    }
  }

  const PictureFile& file_;
  std::size_t position_ = 2;
};

/// Scales from 0 … maximum to the full range of Sample, rounded to nearest. `next` returns the values in order.
/// @throws FileError for a value above the maximum.
template <class Sample, class Next>
void scale_samples(const PictureFile& file, const Next& next, std::uint32_t maximum, std::span<std::byte> to) {
  constexpr std::uint64_t full = static_cast<Sample>(~Sample{0});
  for (std::size_t offset = 0; offset < to.size(); offset += sizeof(Sample)) {
    const std::uint64_t value = next();
    if (value > maximum) {
      fail_reading(file, fmt::format("a value exceeds its maximum value of {} (damaged file)", maximum));
    }
    const auto scaled = static_cast<Sample>(maximum == full ? value : (value * full + maximum / 2) / maximum);
    std::memcpy(to.data() + offset, &scaled, sizeof(Sample));
  }
}

/// Unpacks bits from bytes; each row starts with a new byte.
void unpack_bits(std::span<const std::byte> rows, Image& image) {
  const auto width = static_cast<std::size_t>(image.width);
  const std::size_t pitch = (width + 7) / 8;
  for (std::size_t index = 0; index < image.pixels.size(); ++index) {
    const std::byte bits = rows[index / width * pitch + index % width / 8];
    const bool is_black = (bits >> (7 - index % width % 8) & std::byte{1}) != std::byte{0};
    image.pixels[index] = is_black ? std::byte{0} : std::byte{255};
  }
}

Image decode_pbm(const PictureFile& file, PnmReader& reader, std::uint32_t width, std::uint32_t height) {
  const bool is_text = file.bytes[1] == std::byte{'1'};
  Image image = make_image(file, width, height, 1, gpu::DataType::uint8);
  if (is_text) {
    std::ranges::generate(image.pixels, [&] { return reader.bit() == 1 ? std::byte{0} : std::byte{255}; });
  } else {
    unpack_bits(reader.pixels((std::size_t{width} + 7) / 8 * height), image);
  }
  note_rest(image, file, reader.end(is_text));
  return image;
}

}  // namespace

bool is_pnm(std::span<const std::byte> bytes) { return begins_with_one_of(bytes, "123456"); }

bool is_pfm(std::span<const std::byte> bytes) { return begins_with_one_of(bytes, "Ff"); }

Image decode_pnm(const PictureFile& file) {
  const char kind = static_cast<char>(file.bytes[1]);
  PnmReader reader(file);
  const std::uint32_t width = reader.number("width");
  const std::uint32_t height = reader.number("height");
  if (kind == '1' || kind == '4') {
    return decode_pbm(file, reader, width, height);
  }
  const std::uint32_t maximum = reader.number("maximum value");
  if (maximum < 1 || maximum > 65535) {
    fail_reading(file, fmt::format("its maximum value is {}, but PGM and PPM allow 1 to 65535", maximum));
  }
  const bool is_text = kind == '2' || kind == '3';
  const std::size_t sample_bytes = maximum < 256 ? 1 : 2;
  Image image = make_image(file, width, height, kind == '2' || kind == '5' ? 1 : 3,
                           maximum < 256 ? gpu::DataType::uint8 : gpu::DataType::uint16);
  const auto stored = is_text ? std::span<const std::byte>() : reader.pixels(image.pixels.size());
  std::size_t position = 0;
  const auto next = [&]() -> std::uint64_t {
    if (is_text) {
      return reader.number("value");
    }
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sample_bytes; ++i) {
      value = value << 8U | std::to_integer<std::uint64_t>(stored[position++]);
    }
    return value;
  };
  if (sample_bytes == 1) {
    scale_samples<std::uint8_t>(file, next, maximum, image.pixels);
  } else {
    scale_samples<std::uint16_t>(file, next, maximum, image.pixels);
  }
  note_rest(image, file, reader.end(is_text));
  return image;
}

Image decode_pfm(const PictureFile& file) {
  PnmReader reader(file);
  const std::uint32_t width = reader.number("width");
  const std::uint32_t height = reader.number("height");
  std::string_view text = reader.word("scale");
  // from_chars() does not accept a plus sign, but other readers do.
  text.remove_prefix(text.starts_with('+') && !text.starts_with("+-") ? 1 : 0);
  double scale = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), scale);
  if (error != std::errc{} || end != text.data() + text.size() || !(scale < 0 || scale > 0)) {
    fail_reading(file, fmt::format("its scale '{}' is not a nonzero number (damaged file)", shown_line(text, 40)));
  }
  Image image = make_image(file, width, height, file.bytes[1] == std::byte{'F'} ? 3 : 1, gpu::DataType::float32);
  image.facts.push_back({"scale", fmt::format("{}", std::fabs(scale)), std::fabs(scale) == 1});
  const auto stored = reader.pixels(image.pixels.size());
  const std::size_t pitch = image.pixels.size() / height;
  // Rows are stored from bottom to top; a negative scale means little-endian numbers.
  const bool is_swapped = (scale < 0) != (std::endian::native == std::endian::little);
  for (std::size_t offset = 0; offset < stored.size(); offset += sizeof(float)) {
    std::byte* const to = image.pixels.data() + (height - 1 - offset / pitch) * pitch + offset % pitch;
    const auto value = stored.subspan(offset, sizeof(float));
    if (is_swapped) {
      std::ranges::reverse_copy(value, to);
    } else {
      std::ranges::copy(value, to);
    }
  }
  note_rest(image, file, reader.end(false));
  return image;
}

}  // namespace texelscope::app
