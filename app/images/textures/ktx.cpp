#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/textures/ktx_header.h"
#include "app/images/textures/texture_file.h"

/// KTX 1.1 ("KTX File Format Specification", version 1.0, Khronos).
namespace texelscope::app {
namespace {

constexpr std::size_t ktx1_header_bytes = 64;

using NumberedName = std::pair<std::uint32_t, std::string_view>;

std::optional<std::string_view> name_of(std::span<const NumberedName> names, std::uint32_t number) {
  const auto found = std::ranges::find(names, number, &NumberedName::first);
  return found != names.end() ? std::optional(found->second) : std::nullopt;
}

/// glInternalFormat of compressed textures, in Vulkan's words.
constexpr NumberedName block_formats[] = {{0x83F0, "BC1_RGB_UNORM_BLOCK"},
                                          {0x83F1, "BC1_RGBA_UNORM_BLOCK"},
                                          {0x83F2, "BC2_UNORM_BLOCK"},
                                          {0x83F3, "BC3_UNORM_BLOCK"},
                                          {0x8C4C, "BC1_RGB_SRGB_BLOCK"},
                                          {0x8C4D, "BC1_RGBA_SRGB_BLOCK"},
                                          {0x8C4E, "BC2_SRGB_BLOCK"},
                                          {0x8C4F, "BC3_SRGB_BLOCK"},
                                          {0x8DBB, "BC4_UNORM_BLOCK"},
                                          {0x8DBC, "BC4_SNORM_BLOCK"},
                                          {0x8DBD, "BC5_UNORM_BLOCK"},
                                          {0x8DBE, "BC5_SNORM_BLOCK"},
                                          {0x8E8C, "BC7_UNORM_BLOCK"},
                                          {0x8E8D, "BC7_SRGB_BLOCK"},
                                          {0x8E8E, "BC6H_SFLOAT_BLOCK"},
                                          {0x8E8F, "BC6H_UFLOAT_BLOCK"},
                                          {0x8D64, "ETC1_R8G8B8"},
                                          {0x9270, "EAC_R11_UNORM_BLOCK"},
                                          {0x9271, "EAC_R11_SNORM_BLOCK"},
                                          {0x9272, "EAC_R11G11_UNORM_BLOCK"},
                                          {0x9273, "EAC_R11G11_SNORM_BLOCK"},
                                          {0x9274, "ETC2_R8G8B8_UNORM_BLOCK"},
                                          {0x9275, "ETC2_R8G8B8_SRGB_BLOCK"},
                                          {0x9276, "ETC2_R8G8B8A1_UNORM_BLOCK"},
                                          {0x9277, "ETC2_R8G8B8A1_SRGB_BLOCK"},
                                          {0x9278, "ETC2_R8G8B8A8_UNORM_BLOCK"},
                                          {0x9279, "ETC2_R8G8B8A8_SRGB_BLOCK"}};
constexpr std::string_view astc_blocks[] = {"4x4", "5x4",  "5x5",  "6x5",  "6x6",   "8x5",   "8x6",
                                            "8x8", "10x5", "10x6", "10x8", "10x10", "12x10", "12x12"};

/// glFormat: letters of the channels.
constexpr NumberedName channel_letters[] = {{0x1903, "R"},    {0x8227, "RG"},   {0x1907, "RGB"},  {0x80E0, "BGR"},
                                            {0x1908, "RGBA"}, {0x80E1, "BGRA"}, {0x1909, "R"},    {0x1906, "A"},
                                            {0x190A, "RA"},   {0x8D94, "R"},    {0x8228, "RG"},   {0x8D98, "RGB"},
                                            {0x8D99, "RGBA"}, {0x8D9A, "BGR"},  {0x8D9B, "BGRA"}, {0x1902, "R"}};
bool is_integer_format(std::uint32_t format) { return format == 0x8228 || (format >= 0x8D94 && format <= 0x8D9B); }

/// glType of one number per channel: bits and kind, of integer formats otherwise.
struct ChannelType {
  std::uint32_t type;
  int bits;
  std::string_view kind;
  std::string_view integer_kind;
};
constexpr ChannelType channel_types[] = {{0x1401, 8, "UNORM", "UINT"},  {0x1400, 8, "SNORM", "SINT"},
                                         {0x1403, 16, "UNORM", "UINT"}, {0x1402, 16, "SNORM", "SINT"},
                                         {0x1405, 32, "UNORM", "UINT"}, {0x1404, 32, "SNORM", "SINT"},
                                         {0x140B, 16, "SFLOAT", ""},    {0x1406, 32, "SFLOAT", ""}};
/// glType and glFormat of packed texels.
struct PackedType {
  std::uint32_t type;
  std::uint32_t format;
  std::string_view name;
};
constexpr PackedType packed_types[] = {
    {0x8363, 0x1907, "R5G6B5_UNORM_PACK16"},      {0x8033, 0x1908, "R4G4B4A4_UNORM_PACK16"},
    {0x8034, 0x1908, "R5G5B5A1_UNORM_PACK16"},    {0x8366, 0x80E1, "A1R5G5B5_UNORM_PACK16"},
    {0x8368, 0x1908, "A2B10G10R10_UNORM_PACK32"}, {0x8368, 0x80E1, "A2R10G10B10_UNORM_PACK32"},
    {0x8368, 0x8D99, "A2B10G10R10_UINT_PACK32"},  {0x8C3B, 0x1907, "B10G11R11_UFLOAT_PACK32"},
    {0x8C3E, 0x1907, "E5B9G9R9_UFLOAT_PACK32"}};

struct Ktx1Header {
  std::uint32_t type = 0;
  std::uint32_t type_bytes = 1;
  std::uint32_t format = 0;
  std::uint32_t internal_format = 0;
};

std::string vulkan_name(const Ktx1Header& header) {
  if (header.type == 0) {
    for (const auto& [first, kind] : {NumberedName{0x93B0, "UNORM"}, NumberedName{0x93D0, "SRGB"}}) {
      if (header.internal_format >= first && header.internal_format - first < std::size(astc_blocks)) {
        return fmt::format("ASTC_{}_{}_BLOCK", astc_blocks[header.internal_format - first], kind);
      }
    }
    return std::string(name_of(block_formats, header.internal_format).value_or(""));
  }
  for (const PackedType& packed : packed_types) {
    if (packed.type == header.type && packed.format == header.format) {
      return std::string(packed.name);
    }
  }
  const auto* const type = std::ranges::find(channel_types, header.type, &ChannelType::type);
  const std::optional<std::string_view> letters = name_of(channel_letters, header.format);
  if (type == std::end(channel_types) || !letters) {
    return "";
  }
  std::string name;
  for (const char letter : *letters) {
    name += fmt::format("{}{}", letter, type->bits);
  }
  return fmt::format("{}_{}", name, is_integer_format(header.format) ? type->integer_kind : type->kind);
}

struct Ktx1Level {
  std::uint64_t place = 0;
  /// Rows of texels begin at multiples of this number of bytes.
  std::uint64_t alignment = 1;
};

struct Ktx1File {
  TextureShape shape;
  TexelFormat format;
  /// Bytes of a number if the file has the other byte order, so that they must be swapped; otherwise 1.
  std::size_t swapped_bytes = 1;
  std::vector<Ktx1Level> levels;
  std::string note;

  [[nodiscard]] std::uint64_t row_bytes(std::uint32_t level) const {
    const std::uint64_t bytes = texel_bytes(format, extent_at(shape.width, level), 1);
    return (bytes + levels[level].alignment - 1) / levels[level].alignment * levels[level].alignment;
  }
  [[nodiscard]] std::uint64_t num_rows(std::uint32_t level) const {
    return (extent_at(shape.height, level) + format.block_height - 1) / format.block_height;
  }
  [[nodiscard]] std::uint64_t bytes_of_picture(std::uint32_t level) const { return row_bytes(level) * num_rows(level); }
  [[nodiscard]] std::uint64_t bytes_of_level(std::uint32_t level) const {
    return bytes_of_picture(level) * shape.layers * shape.faces * extent_at(shape.depth, level);
  }
  [[nodiscard]] ByteRange range_of(const TexturePicture& picture) const {
    const std::uint64_t bytes = bytes_of_picture(picture.level);
    const std::uint64_t depth = extent_at(shape.depth, picture.level);
    const std::uint64_t number = (std::uint64_t{picture.layer} * shape.faces + picture.face) * depth + picture.slice;
    return {levels[picture.level].place + number * bytes, bytes};
  }
};

void swap_numbers(std::span<std::byte> bytes, std::size_t size) {
  for (std::size_t at = 0; size > 1 && at + size <= bytes.size(); at += size) {
    std::ranges::reverse(bytes.subspan(at, size));
  }
}

Ktx1File read_ktx1(const PictureFile& file) {
  constexpr std::uint32_t same_order = 0x04030201;
  constexpr std::uint32_t other_order = 0x01020304;
  std::vector<std::byte> bytes = read_range(file, {0, ktx1_header_bytes});
  const std::span numbers = std::span(bytes).subspan(12);
  const PictureFile beginning{file.source, bytes, file.path};
  ByteReader reader(beginning);
  reader.skip(12);
  const std::uint32_t order = reader.number_32();
  if (order != same_order && order != other_order) {
    fail_reading(file, fmt::format("its byte order is {:08x} (damaged file)", order));
  }
  if (order == other_order) {
    swap_numbers(numbers, 4);
  }
  Ktx1Header header;
  header.type = reader.number_32();
  header.type_bytes = reader.number_32();
  header.format = reader.number_32();
  header.internal_format = reader.number_32();
  reader.skip(4);
  Ktx1File ktx;
  ktx.shape = read_ktx_shape(reader);
  const std::uint32_t texts_bytes = reader.number_32();
  if (ktx.shape.faces != 1 && ktx.shape.faces != 6) {
    fail_reading(file, fmt::format("it has {} faces, but textures have 1 or 6 (damaged file)", ktx.shape.faces));
  }
  if (header.type_bytes != 1 && header.type_bytes != 2 && header.type_bytes != 4) {
    fail_reading(file, fmt::format("its numbers have {} bytes (damaged file)", header.type_bytes));
  }
  const std::string name = vulkan_name(header);
  std::optional<TexelFormat> format = texel_format(name);
  if (!format) {
    fail_unsupported(file, name.empty() ? fmt::format("glInternalFormat 0x{:04X}, glFormat 0x{:04X}, glType 0x{:04X}",
                                                      header.internal_format, header.format, header.type)
                                        : name);
  }
  ktx.format = *std::move(format);
  ktx.swapped_bytes = order == other_order ? header.type_bytes : 1;
  static_cast<void>(texture_pictures(file, ktx.shape));
  std::uint64_t place = ktx1_header_bytes + std::uint64_t{texts_bytes};
  for (std::uint32_t level = 0; level < ktx.shape.levels; ++level) {
    std::vector<std::byte> size(4);
    if (file.source.read(place, size) != size.size()) {
      // The levels from here on are missing.
      ktx.levels.resize(ktx.shape.levels, {file.source.size()});
      break;
    }
    swap_numbers(size, order == other_order ? 4 : 1);
    const PictureFile stated{file.source, size, file.path};
    const std::uint32_t stated_bytes = ByteReader(stated).number_32();
    // Cube maps without layers state the size of one face.
    const std::uint64_t stated_parts = ktx.shape.faces == 6 && ktx.shape.layers == 1 ? 6 : 1;
    // GL_UNPACK_ALIGNMENT is 4, but some programs did not pad rows.
    ktx.levels.push_back({place + size.size(), ktx.format.is_block() ? 1U : 4U});
    if (stated_bytes != ktx.bytes_of_level(level) / stated_parts) {
      ktx.levels.back().alignment = 1;
    }
    const std::uint64_t needed = ktx.bytes_of_level(level);
    if (stated_bytes != needed / stated_parts) {
      fail_reading(file, fmt::format("its level {} at byte {} has {} bytes, but its texels need {} (damaged file)",
                                     level, place, stated_bytes, needed / stated_parts));
    }
    place = (place + size.size() + needed + 3) / 4 * 4;
  }
  constexpr std::uint32_t most = 65536;
  ktx.note = ktx_orientation_note(read_range(file, {ktx1_header_bytes, std::min(texts_bytes, most)}));
  return ktx;
}

/// The texels of a picture without the padding of its rows, in this machine's byte order.
std::vector<std::byte> read_stored(const PictureFile& file, const Ktx1File& ktx, const TexturePicture& picture) {
  const ByteRange range = ktx.range_of(picture);
  std::vector<std::byte> stored = read_range(file, range);
  const std::uint64_t padded = ktx.row_bytes(picture.level);
  const std::uint64_t kept = texel_bytes(ktx.format, extent_at(ktx.shape.width, picture.level), 1);
  for (std::uint64_t row = 1; padded != kept && row < ktx.num_rows(picture.level); ++row) {
    std::copy_n(stored.begin() + static_cast<std::ptrdiff_t>(row * padded), kept,
                stored.begin() + static_cast<std::ptrdiff_t>(row * kept));
  }
  stored.resize(kept * ktx.num_rows(picture.level));
  swap_numbers(stored, ktx.swapped_bytes);
  return stored;
}

}  // namespace

bool is_ktx(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with("\xabKTX 11\xbb\r\n\x1a\n");
}

PictureParts open_ktx(const PictureFile& file) {
  const Ktx1File ktx = read_ktx1(file);
  return texture_parts(file, {ktx.shape, ktx.format, false, ktx.note,
                              [ktx](const TexturePicture& picture) { return ktx.range_of(picture); },
                              [&file, ktx](const TexturePicture& picture) { return read_stored(file, ktx, picture); }});
}

}  // namespace texelscope::app
