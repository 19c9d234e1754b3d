#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/formats/texture_file.h"
#include "app/text/escape.h"

/// DirectDraw surfaces ("Programming Guide for DDS", Microsoft).
namespace texelscope::app {
namespace {

using gpu::DataType;

/// DXGI_FORMAT.
constexpr NumberedTexelFormat dxgi_formats[] = {{2, {DataType::float32, 4}},
                                                {6, {DataType::float32, 3}},
                                                {10, {DataType::float16, 4}},
                                                {11, {DataType::uint16, 4}},
                                                {16, {DataType::float32, 2}},
                                                {28, {DataType::uint8, 4}},
                                                {29, {DataType::uint8, 4}},
                                                {34, {DataType::float16, 2}},
                                                {35, {DataType::uint16, 2}},
                                                {41, {DataType::float32, 1}},
                                                {49, {DataType::uint8, 2}},
                                                {54, {DataType::float16, 1}},
                                                {56, {DataType::uint16, 1}},
                                                {61, {DataType::uint8, 1}},
                                                {65, {DataType::uint8, 1}},
                                                {87, {DataType::uint8, 4, true}},
                                                {88, {DataType::uint8, 4, true, true}},
                                                {91, {DataType::uint8, 4, true}},
                                                {71, refused("BC1 blocks")},
                                                {72, refused("BC1 blocks")},
                                                {74, refused("BC2 blocks")},
                                                {75, refused("BC2 blocks")},
                                                {77, refused("BC3 blocks")},
                                                {78, refused("BC3 blocks")},
                                                {80, refused("BC4 blocks")},
                                                {81, refused("BC4 blocks")},
                                                {83, refused("BC5 blocks")},
                                                {84, refused("BC5 blocks")},
                                                {95, refused("BC6H blocks")},
                                                {96, refused("BC6H blocks")},
                                                {98, refused("BC7 blocks")},
                                                {99, refused("BC7 blocks")}};

constexpr std::uint32_t four_letters(const char (&letters)[5]) {
  std::uint32_t number = 0;
  for (unsigned i = 0; i < 4; ++i) {
    number |= static_cast<std::uint32_t>(static_cast<unsigned char>(letters[i])) << (8 * i);
  }
  return number;
}

/// Four-letter codes, and D3DFORMAT if a number replaces them.
constexpr NumberedTexelFormat letter_formats[] = {{36, {DataType::uint16, 4}},
                                                  {111, {DataType::float16, 1}},
                                                  {112, {DataType::float16, 2}},
                                                  {113, {DataType::float16, 4}},
                                                  {114, {DataType::float32, 1}},
                                                  {115, {DataType::float32, 2}},
                                                  {116, {DataType::float32, 4}},
                                                  {four_letters("DXT1"), refused("BC1 blocks")},
                                                  {four_letters("DXT2"), refused("BC2 blocks")},
                                                  {four_letters("DXT3"), refused("BC2 blocks")},
                                                  {four_letters("DXT4"), refused("BC3 blocks")},
                                                  {four_letters("DXT5"), refused("BC3 blocks")},
                                                  {four_letters("ATI1"), refused("BC4 blocks")},
                                                  {four_letters("BC4U"), refused("BC4 blocks")},
                                                  {four_letters("BC4S"), refused("BC4 blocks")},
                                                  {four_letters("ATI2"), refused("BC5 blocks")},
                                                  {four_letters("BC5U"), refused("BC5 blocks")},
                                                  {four_letters("BC5S"), refused("BC5 blocks")}};

/// Texel formats by the masks of red, green, blue and alpha.
struct MaskedFormat {
  std::uint32_t bits;
  std::array<std::uint32_t, 4> masks;
  TexelFormat format;
};
constexpr MaskedFormat masked_formats[] = {{8, {0xFF, 0, 0, 0}, {DataType::uint8, 1}},
                                           {8, {0, 0, 0, 0xFF}, {DataType::uint8, 1}},
                                           {16, {0xFF, 0, 0, 0xFF00}, {DataType::uint8, 2}},
                                           {16, {0xFFFF, 0, 0, 0}, {DataType::uint16, 1}},
                                           {24, {0xFF0000, 0xFF00, 0xFF, 0}, {DataType::uint8, 3, true}},
                                           {24, {0xFF, 0xFF00, 0xFF0000, 0}, {DataType::uint8, 3}},
                                           {32, {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, {DataType::uint8, 4, true}},
                                           {32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, {DataType::uint8, 4}},
                                           {32, {0xFF0000, 0xFF00, 0xFF, 0}, {DataType::uint8, 4, true, true}},
                                           {32, {0xFF, 0xFF00, 0xFF0000, 0}, {DataType::uint8, 4, false, true}},
                                           {32, {0xFFFF, 0xFFFF0000, 0, 0}, {DataType::uint16, 2}}};

/// Selected by any of the flags of a pixel format.
struct PixelKind {
  std::uint32_t flags;
  std::string_view name;
};

constexpr std::size_t dds_header_bytes = 128;
constexpr std::size_t dds_extension_bytes = 20;

struct DdsFile {
  TextureShape shape;
  std::uint64_t texels = dds_header_bytes;
  std::optional<std::uint32_t> dxgi;
  std::uint32_t pixel_flags = 0;
  std::uint32_t letters = 0;
  std::uint32_t bits = 0;
  std::array<std::uint32_t, 4> masks{};
};

std::vector<std::byte> dds_bytes(const PictureFile& file) {
  std::vector<std::byte> bytes(dds_header_bytes + dds_extension_bytes);
  bytes.resize(file.source.read(0, bytes));
  return bytes;
}

DdsFile read_dds(const PictureFile& file) {
  constexpr std::uint32_t has_letters = 0x4;
  constexpr std::uint32_t has_depth = 0x800000;
  constexpr std::uint32_t has_levels = 0x20000;
  constexpr std::uint32_t is_cube = 0x200;
  constexpr std::uint32_t all_faces = 0xFC00;
  const std::vector<std::byte> bytes = dds_bytes(file);
  const PictureFile beginning{file.source, bytes, file.path};
  ByteReader reader(beginning);
  reader.skip(4);
  if (reader.number_32() != 124) {
    fail_reading(file, "invalid DDS header (damaged file)");
  }
  DdsFile dds;
  const std::uint32_t flags = reader.number_32();
  dds.shape.height = reader.number_32();
  dds.shape.width = reader.number_32();
  reader.skip(4);
  const std::uint32_t depth = reader.number_32();
  const std::uint32_t levels = reader.number_32();
  dds.shape.levels = (flags & has_levels) != 0 ? std::max<std::uint32_t>(1, levels) : 1;
  reader.skip(44 + 4);
  dds.pixel_flags = reader.number_32();
  dds.letters = reader.number_32();
  dds.bits = reader.number_32();
  for (std::uint32_t& mask : dds.masks) {
    mask = reader.number_32();
  }
  reader.skip(4);
  const std::uint32_t kind = reader.number_32();
  reader.move_to(dds_header_bytes);
  dds.shape.depth = (flags & has_depth) != 0 ? std::max<std::uint32_t>(1, depth) : 1;
  if ((kind & is_cube) != 0) {
    if ((kind & all_faces) != all_faces) {
      fail_reading(file, "unsupported cube map with fewer than six faces");
    }
    dds.shape.faces = 6;
  }
  if ((dds.pixel_flags & has_letters) != 0 && dds.letters == four_letters("DX10")) {
    dds.dxgi = reader.number_32();
    reader.skip(4);
    dds.shape.faces = (reader.number_32() & 0x4U) != 0 ? 6 : 1;
    dds.shape.layers = std::max<std::uint32_t>(1, reader.number_32());
    dds.texels += dds_extension_bytes;
  }
  return dds;
}

TexelFormat dds_format(const PictureFile& file, const DdsFile& dds) {
  constexpr std::uint32_t has_letters = 0x4;
  constexpr std::uint32_t has_alpha = 0x1;
  constexpr std::uint32_t is_alpha_alone = 0x2;
  if (dds.dxgi) {
    return texel_format(file, dxgi_formats, "DXGI_FORMAT", *dds.dxgi);
  }
  if ((dds.pixel_flags & has_letters) != 0) {
    return texel_format(file, letter_formats, "D3DFORMAT", dds.letters);
  }
  // Kinds of pixels with the same masks as supported kinds: DDPF_BUMPDUDV and DDPF_BUMPLUMINANCE (all or some channels
  // are signed), DDPF_YUV, and the palettes of 1, 2, 4 and 8 bits.
  constexpr std::array refused_kinds{PixelKind{0x80000 | 0x40000, "signed numbers"}, PixelKind{0x200, "YUV"},
                                     PixelKind{0x800 | 0x1000 | 0x8 | 0x10 | 0x20, "palette indices"}};
  for (const PixelKind& kind : refused_kinds) {
    if ((dds.pixel_flags & kind.flags) != 0) {
      fail_reading(file, fmt::format("unsupported texels: {} in {} bits", kind.name, dds.bits));
    }
  }
  std::array<std::uint32_t, 4> masks = dds.masks;
  masks[3] = (dds.pixel_flags & (has_alpha | is_alpha_alone)) != 0 ? masks[3] : 0;
  // Some programs store the mask of gray in all three colors.
  if (masks[0] == masks[1] && masks[1] == masks[2]) {
    masks[1] = masks[2] = 0;
  }
  const auto* const found = std::ranges::find_if(
      masked_formats, [&](const MaskedFormat& one) { return one.bits == dds.bits && one.masks == masks; });
  if (found == std::end(masked_formats)) {
    fail_reading(file, fmt::format("unsupported texels: {} bits with masks {:x}, {:x}, {:x} and {:x}", dds.bits,
                                   masks[0], masks[1], masks[2], masks[3]));
  }
  return found->format;
}

/// The bytes of all levels before a level in a layer's face.
std::uint64_t bytes_before(const TextureShape& shape, const TexelFormat& format, std::uint32_t level) {
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < level; ++i) {
    bytes += picture_bytes(shape, format, i) * extent_at(shape.depth, i);
  }
  return bytes;
}

}  // namespace

bool is_dds(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with("DDS ");
}

PictureParts open_dds(const PictureFile& file) {
  const DdsFile dds = read_dds(file);
  const std::vector<TexturePicture> pictures = texture_pictures(file, dds.shape);
  return {names_of(pictures, dds.shape), pictures.size(), [&file, dds, pictures](std::size_t index, Orientation) {
            const TexelFormat format = dds_format(file, dds);
            const TexturePicture& picture = pictures[index];
            const std::uint64_t images = std::uint64_t{picture.layer} * dds.shape.faces + picture.face;
            return read_texture_picture(file, dds.shape, format, picture,
                                        dds.texels + images * bytes_before(dds.shape, format, dds.shape.levels) +
                                            bytes_before(dds.shape, format, picture.level) +
                                            picture.slice * picture_bytes(dds.shape, format, picture.level));
          }};
}

}  // namespace texelscope::app
