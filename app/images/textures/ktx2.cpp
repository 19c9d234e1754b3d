#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/textures/ktx_header.h"
#include "app/images/textures/texel_format_names.h"
#include "app/images/textures/texture_file.h"

/// KTX 2.0 ("KTX File Format Specification", version 2.0, Khronos).
namespace texelscope::app {
namespace {

constexpr std::size_t ktx_header_bytes = 80;
constexpr std::size_t ktx_level_bytes = 24;

enum class Supercompression : std::uint32_t { none, basis_lz, zstandard, zlib };

/// A level's bytes in the file, and their number once they are unpacked.
struct KtxLevel {
  ByteRange stored;
  std::uint64_t unpacked_bytes = 0;
};

struct KtxFile {
  TextureShape shape;
  TexelFormat format;
  Supercompression supercompression = Supercompression::none;
  bool is_premultiplied = false;
  std::vector<KtxLevel> levels;
  std::string note;

  [[nodiscard]] std::uint64_t pictures_at(std::uint32_t level) const {
    return std::uint64_t{shape.layers} * shape.faces * extent_at(shape.depth, level);
  }
  /// The place of a picture among the unpacked bytes of its level.
  [[nodiscard]] ByteRange range_in_level(const TexturePicture& picture) const {
    const std::uint64_t bytes = picture_bytes(shape, format, picture.level);
    const std::uint64_t depth = extent_at(shape.depth, picture.level);
    return {((std::uint64_t{picture.layer} * shape.faces + picture.face) * depth + picture.slice) * bytes, bytes};
  }
  /// The bytes that the file must contain for a picture.
  [[nodiscard]] ByteRange range_of(const TexturePicture& picture) const {
    const KtxLevel& level = levels[picture.level];
    const ByteRange inside = range_in_level(picture);
    // An offset close to 2⁶⁴ would wrap around into the header.
    return supercompression != Supercompression::none || level.stored.place + inside.place < inside.place
               ? level.stored
               : ByteRange{level.stored.place + inside.place, inside.size};
  }
};

std::uint64_t number_64(ByteReader& reader) {
  const std::uint64_t low = reader.number_32();
  return low | std::uint64_t{reader.number_32()} << 32U;
}

/// The color model and the flags of the basic data format descriptor (Khronos Data Format Specification, section 5).
struct DataFormat {
  std::uint8_t model = 0;
  std::uint8_t flags = 0;
};
DataFormat data_format(const PictureFile& file, std::uint32_t place, std::uint32_t bytes) {
  constexpr std::uint32_t least = 16;
  if (bytes < least) {
    return {};
  }
  const std::vector<std::byte> stored = read_range(file, {place, least});
  return {std::to_integer<std::uint8_t>(stored[12]), std::to_integer<std::uint8_t>(stored[15])};
}

/// The name of a Basis Universal format, by the color model of the Khronos Data Format Specification; empty for others.
std::string_view basis_name(std::uint8_t model) {
  constexpr std::pair<std::uint8_t, std::string_view> models[] = {
      {163, "ETC1S"}, {166, "UASTC"}, {167, "UASTC HDR 4x4"}, {168, "UASTC HDR 6x6"}, {169, "XUASTC"}};
  const auto* const found = std::ranges::find(models, model, &std::pair<std::uint8_t, std::string_view>::first);
  return found != std::end(models) ? found->second : std::string_view();
}

/// @throws FileError for texels and for a supercompression that are not supported, with their names.
TexelFormat require_supported(const PictureFile& file, std::uint32_t format, std::uint32_t supercompression,
                              std::uint8_t model) {
  const std::string_view basis = basis_name(model);
  if (supercompression == static_cast<std::uint32_t>(Supercompression::basis_lz) || (format == 0 && !basis.empty())) {
    fail_unsupported(file, fmt::format("Basis Universal ({})", basis.empty() ? "BasisLZ" : basis));
  }
  if (supercompression > static_cast<std::uint32_t>(Supercompression::zlib)) {
    fail_reading(file, fmt::format("unsupported supercompression: number {}", supercompression));
  }
  return require_texel_format(file, "VK_FORMAT_", vulkan_format_name(format));
}

KtxFile read_ktx(const PictureFile& file) {
  const std::vector<std::byte> header = read_range(file, {0, ktx_header_bytes});
  const PictureFile beginning{file.source, header, file.path};
  ByteReader reader(beginning);
  reader.skip(12);
  KtxFile ktx;
  const std::uint32_t format = reader.number_32();
  reader.skip(4);
  ktx.shape = read_ktx_shape(reader);
  const std::uint32_t supercompression = reader.number_32();
  const std::uint32_t descriptor_place = reader.number_32();
  const DataFormat described = data_format(file, descriptor_place, reader.number_32());
  const std::uint32_t texts_place = reader.number_32();
  const std::uint32_t texts_bytes = reader.number_32();
  ktx.format = require_supported(file, format, supercompression, described.model);
  ktx.supercompression = static_cast<Supercompression>(supercompression);
  ktx.is_premultiplied = (described.flags & 1U) != 0;
  if (ktx.shape.faces != 1 && ktx.shape.faces != 6) {
    fail_reading(file, fmt::format("it has {} faces, but textures have 1 or 6 (damaged file)", ktx.shape.faces));
  }
  static_cast<void>(texture_pictures(file, ktx.shape));
  const std::vector<std::byte> index =
      read_range(file, {ktx_header_bytes, std::uint64_t{ktx_level_bytes} * ktx.shape.levels});
  const PictureFile behind{file.source, index, file.path};
  ByteReader levels(behind);
  for (std::uint32_t level = 0; level < ktx.shape.levels; ++level) {
    const std::uint64_t place = number_64(levels);
    const std::uint64_t bytes = number_64(levels);
    const std::uint64_t unpacked = number_64(levels);
    const bool is_packed = ktx.supercompression != Supercompression::none;
    ktx.levels.push_back({{place, bytes}, is_packed ? unpacked : bytes});
    const std::uint64_t needed = picture_bytes(ktx.shape, ktx.format, level) * ktx.pictures_at(level);
    if (ktx.levels.back().unpacked_bytes < needed) {
      fail_reading(file, fmt::format("its level {} has only {} bytes, but its texels need {} (damaged file)", level,
                                     ktx.levels.back().unpacked_bytes, needed));
    }
  }
  constexpr std::uint32_t most = 65536;
  ktx.note = ktx_orientation_note(read_range(file, {texts_place, std::min(texts_bytes, most)}));
  return ktx;
}

/// All bytes of a supercompressed level.
std::vector<std::byte> unpacked_level(const PictureFile& file, const KtxFile& ktx, std::uint32_t number) {
  const KtxLevel& level = ktx.levels[number];
  constexpr std::uint64_t highest_ratio = 2000;
  constexpr std::uint64_t small = std::uint64_t{64} << 20U;
  const std::uint64_t needed = picture_bytes(ktx.shape, ktx.format, number) * ktx.pictures_at(number);
  // The unpacked bytes must be the texels, and a small file must not cause a large allocation.
  if (level.unpacked_bytes != needed || (needed > small && needed / highest_ratio > level.stored.size)) {
    fail_reading(file, fmt::format("its level {} of {} bytes unpacks to {}, but its texels need {} (damaged file)",
                                   number, level.stored.size, level.unpacked_bytes, needed));
  }
  const std::vector<std::byte> packed = read_range(file, level.stored);
  std::vector<std::byte> unpacked(needed);
  bool is_complete = false;
  if (ktx.supercompression == Supercompression::zstandard) {
    const std::size_t size = ZSTD_decompress(unpacked.data(), unpacked.size(), packed.data(), packed.size());
    is_complete = ZSTD_isError(size) == 0 && size == unpacked.size();
  } else {
    uLongf size = unpacked.size();
    const int result = uncompress(reinterpret_cast<Bytef*>(unpacked.data()), &size,
                                  reinterpret_cast<const Bytef*>(packed.data()), packed.size());
    is_complete = result == Z_OK && size == unpacked.size();
  }
  if (!is_complete) {
    fail_reading(file, fmt::format("its level {} at byte {} cannot be unpacked to {} bytes (damaged file)", number,
                                   level.stored.place, needed));
  }
  return unpacked;
}

/// Reads texels of a file. Keeps the level that was unpacked last, which usually has the next picture, too.
class KtxReader {
 public:
  KtxReader(const PictureFile& file, KtxFile ktx) : file_{file}, ktx_{std::move(ktx)} {}

  [[nodiscard]] const KtxFile& ktx() const noexcept { return ktx_; }
  std::vector<std::byte> read_texels(const TexturePicture& picture) {
    if (ktx_.supercompression == Supercompression::none) {
      return read_range(file_, ktx_.range_of(picture));
    }
    if (!unpacked_ || level_ != picture.level) {
      unpacked_.reset();
      unpacked_ = unpacked_level(file_, ktx_, picture.level);
      level_ = picture.level;
    }
    const ByteRange inside = ktx_.range_in_level(picture);
    if (inside.size == unpacked_->size()) {
      return *std::exchange(unpacked_, std::nullopt);
    }
    const auto begin = unpacked_->begin() + static_cast<std::ptrdiff_t>(inside.place);
    return {begin, begin + static_cast<std::ptrdiff_t>(inside.size)};
  }

 private:
  const PictureFile& file_;
  KtxFile ktx_;
  std::optional<std::vector<std::byte>> unpacked_;
  std::uint32_t level_ = 0;
};

}  // namespace

bool is_ktx2(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with("\xabKTX 20\xbb\r\n\x1a\n");
}

PictureParts open_ktx2(const PictureFile& file) {
  const auto reader = std::make_shared<KtxReader>(file, read_ktx(file));
  const KtxFile& ktx = reader->ktx();
  return texture_parts(file, {ktx.shape, ktx.format, ktx.is_premultiplied, ktx.note,
                              [reader](const TexturePicture& picture) { return reader->ktx().range_of(picture); },
                              [reader](const TexturePicture& picture) { return reader->read_texels(picture); }});
}

}  // namespace texelscope::app
