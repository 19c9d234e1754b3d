#include "app/images/image_file.h"

#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>
#include <ostream>
#include <string_view>

#include "app/files/file.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 31U;

bool begins_with(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

constexpr std::string_view png_magic = "\x89PNG\r\n\x1a\n";

/// TGA has no magic number: what its header may hold decides (Truevision TGA 2.0, fields 2, 3 and 5).
bool may_be_tga(std::span<const std::byte> bytes) {
  if (bytes.size() < 18) {
    return false;
  }
  const auto byte = [&](std::size_t index) { return std::to_integer<int>(bytes[index]); };
  const bool is_known_type = byte(2) == 1 || byte(2) == 2 || byte(2) == 3 || (byte(2) >= 9 && byte(2) <= 11);
  const bool is_known_depth = byte(16) == 8 || byte(16) == 15 || byte(16) == 16 || byte(16) == 24 || byte(16) == 32;
  return byte(1) <= 1 && is_known_type && is_known_depth;
}

bool is_known_format(std::span<const std::byte> bytes) {
  constexpr std::string_view magics[] = {png_magic, "\xff\xd8\xff", "BM"};
  return std::ranges::any_of(magics, [&](std::string_view magic) { return begins_with(bytes, magic); }) ||
         may_be_tga(bytes);
}

/// Hands a file in memory to stb_image and notices when the decoder asks for more than there is: for several formats it
/// would go on with zeros.
class ByteSource {
 public:
  explicit ByteSource(std::span<const std::byte> bytes) : bytes_{bytes} {}

  [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }
  [[nodiscard]] static stbi_io_callbacks callbacks() { return {&read, &skip, &is_at_end}; }

 private:
  static int read(void* user, char* data, int size) {
    auto& self = *static_cast<ByteSource*>(user);
    const std::size_t count =
        std::min(static_cast<std::size_t>(std::max(size, 0)), self.bytes_.size() - self.position_);
    // stb_image fills a buffer of 128 bytes ahead of need; only a read of another size, or of nothing at all, is
    // demand.
    constexpr int read_ahead = 128;
    self.is_exhausted_ |= size > 0 && (count == 0 || (size != read_ahead && count < static_cast<std::size_t>(size)));
    std::memcpy(data, self.bytes_.data() + self.position_, count);
    self.position_ += count;
    return static_cast<int>(count);
  }

  static void skip(void* user, int count) {
    auto& self = *static_cast<ByteSource*>(user);
    const auto position = static_cast<std::int64_t>(self.position_) + count;
    self.is_exhausted_ |= position > static_cast<std::int64_t>(self.bytes_.size());
    self.position_ =
        static_cast<std::size_t>(std::clamp<std::int64_t>(position, 0, static_cast<std::int64_t>(self.bytes_.size())));
  }

  static int is_at_end(void* user) {
    const auto& self = *static_cast<const ByteSource*>(user);
    return self.position_ == self.bytes_.size() ? 1 : 0;
  }

  std::span<const std::byte> bytes_;
  std::size_t position_ = 0;
  bool is_exhausted_ = false;
};

struct FreeStb {
  void operator()(void* pixels) const { stbi_image_free(pixels); }
};

[[noreturn]] void fail_truncated(const fs::path& path) {
  throw FileError(
      fmt::format("cannot read {}: it ends before its last pixel: truncated; copy or write it again", path.string()));
}

[[noreturn]] void fail_damaged(const fs::path& path) {
  const char* const reason = stbi_failure_reason();
  throw FileError(
      fmt::format("cannot read {}: it is damaged, too large or of a kind that is not read ({}); write it again as png",
                  path.string(), reason != nullptr ? reason : "no reason given"));
}

/// stb_image would call a PNG beyond its own limits damaged; ours says the extents. (PNG specification, 11.2.2: IHDR.)
void check_png_extents(std::span<const std::byte> bytes, const fs::path& path) {
  if (!begins_with(bytes, png_magic) || bytes.size() < 24) {
    return;
  }
  const auto extent = [&](std::size_t offset) {
    std::uint64_t value = 0;
    for (std::size_t index = 0; index < 4; ++index) {
      value = value << 8U | std::to_integer<std::uint64_t>(bytes[offset + index]);
    }
    return value;
  };
  (void)checked_image_size(path, extent(16), extent(20), 1, gpu::DataType::uint8);
}

Image decode_with_stb(std::span<const std::byte> bytes, const fs::path& path) {
  const auto* const data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const auto length = static_cast<int>(bytes.size());
  Image image;
  if (!is_known_format(bytes)) {
    throw FileError(fmt::format(
        "cannot read {}: it is no image that is known here; use png, jpg, bmp, tga, hdr, pgm or ppm", path.string()));
  }
  check_png_extents(bytes, path);
  if (stbi_info_from_memory(data, length, &image.width, &image.height, &image.channels) == 0) {
    fail_damaged(path);
  }
  const bool is_16_bit = stbi_is_16_bit_from_memory(data, length) != 0;
  image.type = is_16_bit ? gpu::DataType::uint16 : gpu::DataType::uint8;
  const std::size_t size = checked_image_size(path, static_cast<std::uint64_t>(image.width),
                                              static_cast<std::uint64_t>(image.height), image.channels, image.type);
  // No format packs more tightly than this on pictures of any use; a small file that claims to be huge costs nothing.
  constexpr std::size_t highest_ratio = 2000;
  constexpr std::size_t small = std::size_t{64} << 20U;
  if (size > small && size / highest_ratio > bytes.size()) {
    fail_truncated(path);
  }
  ByteSource source(bytes);
  const stbi_io_callbacks callbacks = ByteSource::callbacks();
  void* const pixels = is_16_bit ? static_cast<void*>(stbi_load_16_from_callbacks(&callbacks, &source, &image.width,
                                                                                  &image.height, &image.channels, 0))
                                 : static_cast<void*>(stbi_load_from_callbacks(&callbacks, &source, &image.width,
                                                                               &image.height, &image.channels, 0));
  const std::unique_ptr<void, FreeStb> owner(pixels);
  if (source.is_exhausted()) {
    fail_truncated(path);
  }
  if (pixels == nullptr) {
    fail_damaged(path);
  }
  const auto* const first = static_cast<const std::byte*>(pixels);
  const auto texels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  image.pixels.assign(first, first + texels * static_cast<std::size_t>(image.channels) * gpu::size_bytes(image.type));
  return image;
}

}  // namespace

std::size_t checked_image_size(const fs::path& path, std::uint64_t width, std::uint64_t height, int channels,
                               gpu::DataType type) {
  if (width < 1 || height < 1) {
    throw FileError(
        fmt::format("cannot read {}: it is {}x{} pixels; use an image with pixels", path.string(), width, height));
  }
  if (width > max_image_extent || height > max_image_extent) {
    throw FileError(fmt::format("cannot read {}: {}x{} pixels are more than the {}x{} that arrays hold; scale it down",
                                path.string(), width, height, max_image_extent, max_image_extent));
  }
  const std::uint64_t size = width * height * static_cast<std::uint64_t>(channels) * gpu::size_bytes(type);
  if (size > INT_MAX) {
    throw FileError(fmt::format(
        "cannot read {}: {}x{} pixels of {} {} channels take {} bytes, more than the {} that are read; scale it down",
        path.string(), width, height, channels, gpu::to_string(type), size, INT_MAX));
  }
  return size;
}

Image load_image(const fs::path& path) {
  // A length of INT_MAX is the most that stb_image takes.
  const std::vector<std::byte> bytes = read_file(path, largest_file - 1);
  if (bytes.empty()) {
    throw FileError(fmt::format("cannot read {}: it is empty; use png, jpg, bmp, tga, hdr, pgm or ppm", path.string()));
  }
  if (is_pnm(bytes)) {
    return decode_pnm(bytes, path);
  }
  return is_hdr(bytes) ? decode_hdr(bytes, path) : decode_with_stb(bytes, path);
}

void save_png(const fs::path& path, const Image& image) {
  const std::vector<std::byte> png = encode_png(image);
  write_file(path, [&](std::ostream& out) {
    out.write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
  });
}

}  // namespace texelscope::app
