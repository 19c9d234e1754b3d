#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/formats/texture_file.h"
#include "app/text/escape.h"

/// KTX 2.0 ("KTX File Format Specification", version 2.0, Khronos).
namespace texelscope::app {
namespace {

using gpu::DataType;

/// VkFormat; the sRGB variants only affect display, which treats the numbers that way anyway.
constexpr NumberedTexelFormat ktx_formats[] = {{9, {DataType::uint8, 1}},
                                               {15, {DataType::uint8, 1}},
                                               {16, {DataType::uint8, 2}},
                                               {22, {DataType::uint8, 2}},
                                               {23, {DataType::uint8, 3}},
                                               {29, {DataType::uint8, 3}},
                                               {30, {DataType::uint8, 3, true}},
                                               {36, {DataType::uint8, 3, true}},
                                               {37, {DataType::uint8, 4}},
                                               {43, {DataType::uint8, 4}},
                                               {44, {DataType::uint8, 4, true}},
                                               {50, {DataType::uint8, 4, true}},
                                               {70, {DataType::uint16, 1}},
                                               {77, {DataType::uint16, 2}},
                                               {84, {DataType::uint16, 3}},
                                               {91, {DataType::uint16, 4}},
                                               {76, {DataType::float16, 1}},
                                               {83, {DataType::float16, 2}},
                                               {90, {DataType::float16, 3}},
                                               {97, {DataType::float16, 4}},
                                               {100, {DataType::float32, 1}},
                                               {103, {DataType::float32, 2}},
                                               {106, {DataType::float32, 3}},
                                               {109, {DataType::float32, 4}},
                                               {0, refused("no VkFormat, for example UASTC")}};

/// Block-compressed formats, by first and last number.
struct BlockFormats {
  std::uint32_t first;
  std::uint32_t last;
  const char* name;
};
constexpr BlockFormats block_formats[] = {{131, 134, "BC1"}, {135, 136, "BC2"},  {137, 138, "BC3"}, {139, 140, "BC4"},
                                          {141, 142, "BC5"}, {143, 144, "BC6H"}, {145, 146, "BC7"}, {147, 152, "ETC2"},
                                          {153, 156, "EAC"}, {157, 184, "ASTC"}};

constexpr std::size_t ktx_header_bytes = 80;
constexpr std::size_t ktx_level_bytes = 24;

/// Position and size of a level's bytes.
struct KtxLevel {
  std::uint64_t place = 0;
  std::uint64_t bytes = 0;
};

struct KtxFile {
  TextureShape shape;
  std::uint32_t format = 0;
  std::vector<KtxLevel> levels;
  std::string note;
};

std::uint64_t number_64(ByteReader& reader) {
  const std::uint64_t low = reader.number_32();
  return low | std::uint64_t{reader.number_32()} << 32U;
}

std::vector<std::byte> ktx_bytes(const PictureFile& file, std::uint64_t place, std::size_t count) {
  std::vector<std::byte> bytes(count);
  if (file.source.read(place, bytes) != count) {
    fail_truncated(file);
  }
  return bytes;
}

/// The direction of the rows is stored as a string, separately from the texels.
std::string orientation_note(const PictureFile& file, std::uint64_t place, std::uint32_t bytes) {
  constexpr std::uint32_t most = 65536;
  constexpr std::string_view key("KTXorientation\0", 15);
  const std::vector<std::byte> stored = ktx_bytes(file, place, std::min(bytes, most));
  const std::string_view text(reinterpret_cast<const char*>(stored.data()), stored.size());
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) {
    return {};
  }
  std::string_view value = text.substr(at + key.size());
  value = value.substr(0, value.find('\0'));
  const bool is_as_pictures_are = value == "r" || value.starts_with("rd");
  return is_as_pictures_are
             ? ""
             : fmt::format("its orientation '{}' is not applied: rows are as stored", shown_line(value, 8));
}

KtxFile read_ktx(const PictureFile& file) {
  const std::vector<std::byte> header = ktx_bytes(file, 0, ktx_header_bytes);
  const PictureFile beginning{file.source, header, file.path};
  ByteReader reader(beginning);
  reader.skip(12);
  KtxFile ktx;
  ktx.format = reader.number_32();
  reader.skip(4);
  ktx.shape.width = reader.number_32();
  ktx.shape.height = std::max<std::uint32_t>(1, reader.number_32());
  ktx.shape.depth = std::max<std::uint32_t>(1, reader.number_32());
  ktx.shape.layers = std::max<std::uint32_t>(1, reader.number_32());
  ktx.shape.faces = reader.number_32();
  ktx.shape.levels = std::max<std::uint32_t>(1, reader.number_32());
  const std::uint32_t compression = reader.number_32();
  reader.skip(8);
  const std::uint32_t texts_place = reader.number_32();
  const std::uint32_t texts_bytes = reader.number_32();
  if (compression != 0) {
    constexpr std::array names{"BasisLZ", "Zstandard", "ZLIB"};
    fail_reading(file, fmt::format("unsupported supercompression: {}", compression <= names.size()
                                                                           ? names[compression - 1]
                                                                           : fmt::format("number {}", compression)));
  }
  if (ktx.shape.faces != 1 && ktx.shape.faces != 6) {
    fail_reading(file, fmt::format("it has {} faces, but textures have 1 or 6 (damaged file)", ktx.shape.faces));
  }
  static_cast<void>(texture_pictures(file, ktx.shape));
  const std::vector<std::byte> index = ktx_bytes(file, ktx_header_bytes, ktx_level_bytes * ktx.shape.levels);
  const PictureFile behind{file.source, index, file.path};
  ByteReader levels(behind);
  for (std::uint32_t level = 0; level < ktx.shape.levels; ++level) {
    KtxLevel& one = ktx.levels.emplace_back();
    one.place = number_64(levels);
    one.bytes = number_64(levels);
    levels.skip(8);
  }
  ktx.note = orientation_note(file, texts_place, texts_bytes);
  return ktx;
}

Image read_ktx_picture(const PictureFile& file, const KtxFile& ktx, const TexturePicture& picture) {
  const auto* const blocks = std::ranges::find_if(block_formats, [&](const BlockFormats& formats) {
    return ktx.format >= formats.first && ktx.format <= formats.last;
  });
  if (blocks != std::end(block_formats)) {
    fail_reading(file, fmt::format("unsupported texels: {} blocks", blocks->name));
  }
  const TexelFormat format = texel_format(file, ktx_formats, "VkFormat", ktx.format);
  const KtxLevel& level = ktx.levels[picture.level];
  const std::uint64_t bytes = picture_bytes(ktx.shape, format, picture.level);
  const std::uint64_t depth = extent_at(ktx.shape.depth, picture.level);
  const std::uint64_t number = (std::uint64_t{picture.layer} * ktx.shape.faces + picture.face) * depth + picture.slice;
  // An offset close to 2⁶⁴ would wrap around into the header.
  if (level.place > file.source.size()) {
    fail_truncated(file);
  }
  if (level.bytes / bytes < std::uint64_t{ktx.shape.layers} * ktx.shape.faces * depth) {
    fail_reading(file, fmt::format("its level {} has only {} bytes, fewer than its texels need (damaged file)",
                                   picture.level, level.bytes));
  }
  Image image = read_texture_picture(file, ktx.shape, format, picture, level.place + number * bytes);
  if (!ktx.note.empty()) {
    add_note(image.note, ktx.note);
  }
  return image;
}

}  // namespace

bool is_ktx2(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with("\xabKTX 20\xbb\r\n\x1a\n");
}

PictureParts open_ktx2(const PictureFile& file) {
  const KtxFile ktx = read_ktx(file);
  const std::vector<TexturePicture> pictures = texture_pictures(file, ktx.shape);
  return {names_of(pictures, ktx.shape), pictures.size(), [&file, ktx, pictures](std::size_t index, Orientation) {
            return read_ktx_picture(file, ktx, pictures[index]);
          }};
}

}  // namespace texelscope::app
