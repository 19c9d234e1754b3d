#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/textures/texel_format_names.h"
#include "app/images/textures/texture_file.h"
#include "app/text/escape.h"

/// DirectDraw surfaces ("Programming Guide for DDS", Microsoft).
namespace texelscope::app {
namespace {

constexpr std::uint32_t four_letters(std::string_view letters) {
  std::uint32_t number = 0;
  for (unsigned i = 0; i < 4; ++i) {
    number |= static_cast<std::uint32_t>(static_cast<unsigned char>(letters[i])) << (8 * i);
  }
  return number;
}

/// Four-letter codes, and D3DFORMAT if a number replaces them.
struct LetterFormat {
  std::uint32_t letters;
  /// In DXGI's words.
  std::string_view name;
  bool is_premultiplied = false;
};
constexpr LetterFormat letter_formats[] = {{36, "R16G16B16A16_UNORM"},
                                           {110, "R16G16B16A16_SNORM"},
                                           {111, "R16_FLOAT"},
                                           {112, "R16G16_FLOAT"},
                                           {113, "R16G16B16A16_FLOAT"},
                                           {114, "R32_FLOAT"},
                                           {115, "R32G32_FLOAT"},
                                           {116, "R32G32B32A32_FLOAT"},
                                           {four_letters("DXT1"), "BC1_UNORM"},
                                           {four_letters("DXT2"), "BC2_UNORM", true},
                                           {four_letters("DXT3"), "BC2_UNORM"},
                                           {four_letters("DXT4"), "BC3_UNORM", true},
                                           {four_letters("DXT5"), "BC3_UNORM"},
                                           {four_letters("ATI1"), "BC4_UNORM"},
                                           {four_letters("BC4U"), "BC4_UNORM"},
                                           {four_letters("BC4S"), "BC4_SNORM"},
                                           {four_letters("ATI2"), "BC5_UNORM"},
                                           {four_letters("BC5U"), "BC5_UNORM"},
                                           {four_letters("BC5S"), "BC5_SNORM"},
                                           {four_letters("BC6H"), "BC6H_UF16"},
                                           {four_letters("BC7L"), "BC7_UNORM"}};

constexpr std::size_t dds_header_bytes = 128;
constexpr std::size_t dds_extension_bytes = 20;

/// The pixel format of a header without a DXGI_FORMAT.
struct PixelFormat {
  std::uint32_t flags = 0;
  std::uint32_t letters = 0;
  std::uint32_t bits = 0;
  std::array<std::uint32_t, 4> masks{};
};

struct DdsFile {
  TextureShape shape;
  std::uint64_t texels = dds_header_bytes;
  TexelFormat format;
  bool is_premultiplied = false;
  std::string note;

  [[nodiscard]] std::uint64_t bytes_of_levels(std::uint32_t levels) const {
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < levels; ++i) {
      bytes += picture_bytes(shape, format, i) * extent_at(shape.depth, i);
    }
    return bytes;
  }
  [[nodiscard]] ByteRange range_of(const TexturePicture& picture) const {
    const std::uint64_t image = std::uint64_t{picture.layer} * shape.faces + picture.face;
    const std::uint64_t bytes = picture_bytes(shape, format, picture.level);
    return {texels + image * bytes_of_levels(shape.levels) + bytes_of_levels(picture.level) + picture.slice * bytes,
            bytes};
  }
};

constexpr std::uint32_t has_letters = 0x4;

/// Formats by letters or by masks.
TexelFormat format_without_dxgi(const PictureFile& file, const PixelFormat& pixels, bool& is_premultiplied) {
  if ((pixels.flags & has_letters) != 0) {
    const auto* const found = std::ranges::find(letter_formats, pixels.letters, &LetterFormat::letters);
    if (found == std::end(letter_formats)) {
      std::string letters(sizeof(pixels.letters), '\0');
      std::ranges::copy(std::bit_cast<std::array<char, 4>>(pixels.letters), letters.begin());
      const bool is_number = pixels.letters < 0x1000;
      fail_unsupported(
          file, is_number ? fmt::format("D3DFORMAT {}", pixels.letters) : fmt::format("'{}'", shown_line(letters, 16)));
    }
    is_premultiplied = found->is_premultiplied;
    return require_texel_format(file, "DXGI_FORMAT_", found->name);
  }
  constexpr std::uint32_t has_alpha = 0x1;
  constexpr std::uint32_t is_alpha_alone = 0x2;
  constexpr std::uint32_t is_signed = 0x80000;
  // Kinds of pixels with the masks of supported kinds: DDPF_BUMPLUMINANCE (only some channels are signed), DDPF_YUV,
  // and the palettes of 1, 2, 4 and 8 bits.
  constexpr std::array<std::pair<std::uint32_t, std::string_view>, 3> refused_kinds{
      {{0x40000, "signed and unsigned numbers"},
       {0x200, "YUV"},
       {0x800 | 0x1000 | 0x8 | 0x10 | 0x20, "palette indices"}}};
  for (const auto& [flags, name] : refused_kinds) {
    if ((pixels.flags & flags) != 0) {
      fail_unsupported(file, fmt::format("{} in {} bits", name, pixels.bits));
    }
  }
  std::array<std::uint32_t, 4> masks = pixels.masks;
  // Signed formats of two channels have no flag for alpha; those of four always use it.
  const bool is_alpha_used = (pixels.flags & (has_alpha | is_alpha_alone | is_signed)) != 0;
  masks[3] = is_alpha_used ? masks[3] : 0;
  // Some programs store the mask of gray in all three colors.
  if (masks[0] == masks[1] && masks[1] == masks[2]) {
    masks[1] = masks[2] = 0;
  }
  // Some programs store the mask of a single channel elsewhere.
  if (std::ranges::count(masks, 0U) == 3 && pixels.bits < 32 &&
      std::popcount(*std::ranges::max_element(masks)) == static_cast<int>(pixels.bits)) {
    masks = {(1U << pixels.bits) - 1};
  }
  const bool has_signs = (pixels.flags & is_signed) != 0;
  std::optional<TexelFormat> format =
      masked_texel_format(pixels.bits, masks, has_signs ? ChannelNumbers::snorm : ChannelNumbers::unorm);
  if (!format ||
      (has_signs && format->bits[0].count != format->bits[static_cast<std::size_t>(format->channels - 1)].count)) {
    fail_unsupported(file, fmt::format("{} bits with masks {:x}, {:x}, {:x} and {:x}", pixels.bits, masks[0], masks[1],
                                       masks[2], masks[3]));
  }
  format->name = fmt::format("{} bits, masks {:x} {:x} {:x} {:x}", pixels.bits, masks[0], masks[1], masks[2], masks[3]);
  return *std::move(format);
}

/// Headers often lack the flag of their level count, or count levels that are not there. The size of the file decides,
/// because each face and layer begins behind the levels of the one before: the count of the header if it fits, one
/// level, or all levels.
void decide_levels(const PictureFile& file, std::uint32_t counted, bool is_flagged, DdsFile& dds) {
  const auto most =
      static_cast<std::uint32_t>(std::bit_width(std::max({dds.shape.width, dds.shape.height, dds.shape.depth})));
  const std::uint64_t images = std::uint64_t{dds.shape.layers} * dds.shape.faces;
  const std::uint64_t rest = file.source.size() - std::min(file.source.size(), dds.texels);
  dds.shape.levels = std::max<std::uint32_t>(1, counted);
  const auto fills = [&](std::uint32_t levels) {
    return levels >= 1 && levels <= most && rest % images == 0 && dds.bytes_of_levels(levels) == rest / images;
  };
  for (const std::uint32_t levels : {dds.shape.levels, std::uint32_t{1}, most}) {
    if (fills(levels)) {
      if (is_flagged && levels != dds.shape.levels) {
        dds.note = fmt::format("its header counts {} levels, but its size is that of {}", dds.shape.levels, levels);
      }
      dds.shape.levels = levels;
      return;
    }
  }
}

DdsFile read_dds(const PictureFile& file) {
  constexpr std::uint32_t has_depth = 0x800000;
  constexpr std::uint32_t has_levels = 0x20000;
  constexpr std::uint32_t is_cube = 0x200;
  constexpr std::uint32_t all_faces = 0xFC00;
  constexpr std::uint32_t is_volume = 0x200000;
  std::vector<std::byte> bytes(dds_header_bytes + dds_extension_bytes);
  bytes.resize(file.source.read(0, bytes));
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
  reader.skip(44 + 4);
  PixelFormat pixels{reader.number_32(), reader.number_32(), reader.number_32()};
  for (std::uint32_t& mask : pixels.masks) {
    mask = reader.number_32();
  }
  reader.skip(4);
  const std::uint32_t kind = reader.number_32();
  reader.move_to(dds_header_bytes);
  const bool is_deep = (flags & has_depth) != 0 || (kind & is_volume) != 0;
  dds.shape.depth = is_deep ? std::max<std::uint32_t>(1, depth) : 1;
  if ((kind & is_cube) != 0) {
    if ((kind & all_faces) != all_faces) {
      fail_reading(file, "unsupported cube map with fewer than six faces");
    }
    dds.shape.faces = 6;
  }
  if ((pixels.flags & has_letters) != 0 && pixels.letters == four_letters("DX10")) {
    const std::uint32_t number = reader.number_32();
    reader.skip(4);
    dds.shape.faces = (reader.number_32() & 0x4U) != 0 ? 6 : 1;
    dds.shape.layers = std::max<std::uint32_t>(1, reader.number_32());
    constexpr std::uint32_t premultiplied = 2;
    dds.is_premultiplied = (reader.number_32() & 7U) == premultiplied;
    dds.texels += dds_extension_bytes;
    dds.format = require_texel_format(file, "DXGI_FORMAT_", dxgi_format_name(number));
  } else {
    dds.format = format_without_dxgi(file, pixels, dds.is_premultiplied);
  }
  // Checks the shape before it is used.
  dds.shape.levels = 1;
  static_cast<void>(texture_pictures(file, dds.shape));
  decide_levels(file, levels, (flags & has_levels) != 0, dds);
  return dds;
}

}  // namespace

bool is_dds(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with("DDS ");
}

PictureParts open_dds(const PictureFile& file) {
  const DdsFile dds = read_dds(file);
  return texture_parts(
      file, {dds.shape, dds.format, dds.is_premultiplied, dds.note,
             [dds](const TexturePicture& picture) { return dds.range_of(picture); },
             [&file, dds](const TexturePicture& picture) { return read_range(file, dds.range_of(picture)); }});
}

}  // namespace texelscope::app
