#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/formats/color_note.h"
#include "app/images/formats/exif_orientation.h"
#include "app/images/formats/picture_decoders.h"
#include "app/images/tiff/tiff_directory.h"
#include "app/images/tiff/tiff_file.h"
#include "app/images/tiff/tiff_parts.h"
#include "app/images/tiff/tiff_samples.h"
#include "app/text/count_text.h"

/// TIFF ("TIFF Revision 6.0", Adobe 1992, and its supplements) by libtiff.
namespace texelscope::app {
namespace {

struct NumberName {
  unsigned number;
  const char* name;
};

std::string name_of(std::span<const NumberName> names, unsigned number) {
  const auto found = std::ranges::find(names, number, &NumberName::number);
  return found != names.end() ? found->name : fmt::format("number {}", number);
}

std::string compression_name(unsigned number) {
  constexpr std::array names{NumberName{COMPRESSION_CCITTRLE, "CCITT RLE"}, NumberName{COMPRESSION_LZW, "LZW"},
                             NumberName{COMPRESSION_OJPEG, "old JPEG"},     NumberName{COMPRESSION_JPEG, "JPEG"},
                             NumberName{COMPRESSION_T85, "T.85 JBIG"},      NumberName{COMPRESSION_T43, "T.43 JBIG"},
                             NumberName{COMPRESSION_JBIG, "JBIG"},          NumberName{COMPRESSION_JP2000, "JPEG 2000"},
                             NumberName{COMPRESSION_LERC, "LERC"},          NumberName{COMPRESSION_LZMA, "LZMA"},
                             NumberName{COMPRESSION_ZSTD, "Zstandard"},     NumberName{COMPRESSION_WEBP, "WebP"},
                             NumberName{COMPRESSION_JXL, "JPEG XL"},        NumberName{COMPRESSION_DCS, "Kodak DCS"}};
  return name_of(names, number);
}

std::string photometric_name(unsigned number) {
  constexpr std::array names{NumberName{PHOTOMETRIC_MASK, "a transparency mask"},
                             NumberName{PHOTOMETRIC_SEPARATED, "inks"},
                             NumberName{PHOTOMETRIC_YCBCR, "YCbCr"},
                             NumberName{PHOTOMETRIC_CIELAB, "CIE L*a*b*"},
                             NumberName{PHOTOMETRIC_ICCLAB, "ICC L*a*b*"},
                             NumberName{PHOTOMETRIC_ITULAB, "ITU L*a*b*"},
                             NumberName{PHOTOMETRIC_CFA, "a color filter array"},
                             NumberName{PHOTOMETRIC_LOGL, "LogL"},
                             NumberName{PHOTOMETRIC_LOGLUV, "LogLuv"}};
  return name_of(names, number);
}

/// Colors of a palette, red, green and blue.
template <class Value>
using Palette = std::vector<std::array<Value, 3>>;

struct Page {
  TiffSamples samples;
  unsigned photometric = 0;
  /// Samples of a pixel that form its color.
  std::size_t color_samples = 0;
  /// The position of the first sample that is read.
  std::size_t first_sample = 0;
  bool has_alpha = false;
  /// Channels of the resulting image.
  std::size_t channels = 0;
  /// Whether the page can only be read through the library's conversion to 8-bit RGB.
  bool is_converted = false;
  Palette<std::uint8_t> palette;
  /// The palette as stored, if 8 bits are not enough for it; otherwise empty.
  Palette<std::uint16_t> deep_palette;
};

[[noreturn]] void fail_kind(const PictureFile& file, std::string_view what) {
  fail_reading(file, fmt::format("unsupported {}", what));
}

void read_sample_type(const PictureFile& file, const TiffFile& tiff, TiffSamples& samples) {
  const auto format = tiff.field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT);
  samples.is_float = format == SAMPLEFORMAT_IEEEFP;
  const bool is_unsigned = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
  const unsigned bits = samples.bits;
  if (samples.is_float ? bits != 16 && bits != 32 && bits != 64 : !is_unsigned || bits < 1 || bits > 16) {
    constexpr std::array names{NumberName{SAMPLEFORMAT_UINT, "unsigned integers"},
                               NumberName{SAMPLEFORMAT_INT, "signed integers"},
                               NumberName{SAMPLEFORMAT_IEEEFP, "floats"},
                               NumberName{SAMPLEFORMAT_VOID, "unsigned integers"},
                               NumberName{SAMPLEFORMAT_COMPLEXINT, "complex integers"},
                               NumberName{SAMPLEFORMAT_COMPLEXIEEEFP, "complex floats"}};
    fail_kind(file, fmt::format("samples: {} of {} bits", name_of(names, format), bits));
  }
}

/// Entries have 16 bits; some programs write 8-bit values, which libtiff's own tools detect, too.
void read_palette(const PictureFile& file, const TiffFile& tiff, Page& page) {
  const unsigned bits = page.samples.bits;
  std::array<std::uint16_t*, 3> colors{};
  if (bits > 8 || TIFFGetField(tiff.handle(), TIFFTAG_COLORMAP, &colors[0], &colors[1], &colors[2]) == 0) {
    fail_kind(file, fmt::format("{} bits per pixel with {} palette", bits, bits > 8 ? "a" : "no"));
  }
  Palette<std::uint8_t>& palette = page.palette;
  palette.resize(largest_of(bits) + 1);
  Palette<std::uint16_t> deep(palette.size());
  bool is_deep = false;
  const bool is_of_8_bits = std::ranges::all_of(colors, [&](const std::uint16_t* channel) {
    return std::all_of(channel, channel + palette.size(), [](std::uint16_t value) { return value < 256; });
  });
  for (std::size_t index = 0; index < palette.size(); ++index) {
    for (std::size_t channel = 0; channel < colors.size(); ++channel) {
      const std::uint16_t stored = colors[channel][index];
      palette[index][channel] = static_cast<std::uint8_t>(stored >> (is_of_8_bits ? 0U : 8U));
      deep[index][channel] = stored;
      is_deep = is_deep || (!is_of_8_bits && stored != palette[index][channel] * 257);
    }
  }
  if (is_deep) {
    page.deep_palette = std::move(deep);
  }
}

/// The number of samples of a color; 0 if the library must convert them.
std::size_t color_samples_of(const PictureFile& file, const TiffFile& tiff, const Page& page) {
  switch (page.photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_PALETTE:
      return 1;
    case PHOTOMETRIC_RGB:
      return 3;
    case PHOTOMETRIC_SEPARATED:
      if (tiff.field<std::uint16_t>(TIFFTAG_INKSET) == INKSET_CMYK && page.samples.count >= 4 &&
          !page.samples.is_float) {
        return 4;
      }
      break;
    case PHOTOMETRIC_YCBCR:
      if (std::array<char, 1024> reason{}; TIFFRGBAImageOK(tiff.handle(), reason.data()) != 0) {
        return 0;
      }
      break;
    default:
      break;
  }
  fail_kind(file, fmt::format("colors: {}, samples per pixel: {}, bits per sample: {}",
                              photometric_name(page.photometric), page.samples.count, page.samples.bits));
}

/// The meaning of the first sample beyond the color.
unsigned extra_kind(const TiffFile& tiff) {
  std::uint16_t count = 0;
  std::uint16_t* kinds = nullptr;
  TIFFGetFieldDefaulted(tiff.handle(), TIFFTAG_EXTRASAMPLES, &count, &kinds);
  return count > 0 && kinds != nullptr ? kinds[0] : EXTRASAMPLE_UNSPECIFIED;
}

/// The library reads the number of strips that the rows require, regardless of what the directory lists.
void check_pieces(const PictureFile& file, const TiffFile& tiff) {
  const bool has_tiles = TIFFIsTiled(tiff.handle()) != 0;
  const std::uint64_t listed = TiffDirectories(file).value_count(
      TIFFCurrentDirOffset(tiff.handle()), has_tiles ? TIFFTAG_TILEOFFSETS : TIFFTAG_STRIPOFFSETS);
  const std::uint64_t needed = has_tiles ? TIFFNumberOfTiles(tiff.handle()) : TIFFNumberOfStrips(tiff.handle());
  if (listed > needed) {
    fail_reading(file, fmt::format("it has {} {}, but its pixels need {} (damaged file)", listed,
                                   has_tiles ? "tiles" : "strips", needed));
  }
}

Page read_page(const PictureFile& file, const TiffFile& tiff) {
  const auto compression = tiff.field<std::uint16_t>(TIFFTAG_COMPRESSION);
  if (TIFFIsCODECConfigured(compression) == 0) {
    fail_kind(file, fmt::format("compression: {}", compression_name(compression)));
  }
  Page page;
  std::uint16_t photometric = 0;
  if (TIFFGetField(tiff.handle(), TIFFTAG_PHOTOMETRIC, &photometric) == 0) {
    fail_reading(file, "it has no PhotometricInterpretation (damaged file)");
  }
  page.photometric = photometric;
  page.samples.width = tiff.field<std::uint32_t>(TIFFTAG_IMAGEWIDTH);
  page.samples.height = tiff.field<std::uint32_t>(TIFFTAG_IMAGELENGTH);
  page.samples.bits = tiff.field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE);
  page.samples.count = tiff.field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL);
  page.samples.has_planes =
      tiff.field<std::uint16_t>(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE && page.samples.count > 1;
  if (tiff.field<std::uint32_t>(TIFFTAG_IMAGEDEPTH) > 1) {
    fail_kind(file, "volume of multiple slices");
  }
  check_pieces(file, tiff);
  read_sample_type(file, tiff, page.samples);
  // The JPEG decoder converts its own YCbCr to RGB.
  if (page.photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG && !page.samples.has_planes) {
    TIFFSetField(tiff.handle(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    page.photometric = PHOTOMETRIC_RGB;
  }
  page.color_samples = color_samples_of(file, tiff, page);
  page.is_converted = page.color_samples == 0;
  if (page.samples.count < page.color_samples || (page.samples.is_float && page.photometric == PHOTOMETRIC_PALETTE)) {
    fail_kind(file, fmt::format("samples: {} per pixel of {} bits", page.samples.count, page.samples.bits));
  }
  if (page.photometric == PHOTOMETRIC_PALETTE) {
    read_palette(file, tiff, page);
  }
  page.has_alpha = !page.is_converted && tiff_has_alpha(page.samples.count - page.color_samples, extra_kind(tiff));
  page.channels = (page.photometric == PHOTOMETRIC_MINISWHITE || page.photometric == PHOTOMETRIC_MINISBLACK ? 1 : 3) +
                  (page.has_alpha ? 1 : 0);
  return page;
}

/// The page as one of its samples, as stored.
Page channel_of(const PictureFile& file, Page page, std::size_t sample) {
  if (sample >= page.samples.count) {
    fail_reading(file, "it was replaced meanwhile");
  }
  page.photometric = PHOTOMETRIC_MINISBLACK;
  page.color_samples = 1;
  page.first_sample = sample;
  page.has_alpha = false;
  page.channels = 1;
  page.palette.clear();
  page.deep_palette.clear();
  return page;
}

/// Converts one pixel's integers to those of the image.
template <class Value>
class PixelWriter {
 public:
  explicit PixelWriter(const Page& page) : page_{page}, largest_{largest_of(page.samples.bits)} {}

  /// `index` counts samples in the row, starting with one at position `sample` of its pixel.
  void write(const TiffRun& run, std::size_t index, std::size_t sample, Value* pixel) const {
    const std::uint32_t stored = integer_at(run.row, index, page_.samples.bits);
    if (!page_.palette.empty() && sample == 0) {
      std::ranges::copy(page_.palette[stored], pixel);
      return;
    }
    constexpr std::uint64_t highest = std::numeric_limits<Value>::max();
    const auto scaled = static_cast<Value>((stored * highest + largest_ / 2) / largest_);
    // For palette images, alpha follows the three channels of the color.
    const std::size_t channel = page_.palette.empty() ? sample : 3;
    pixel[channel] =
        page_.photometric == PHOTOMETRIC_MINISWHITE && sample == 0 ? static_cast<Value>(highest - scaled) : scaled;
  }

 private:
  const Page& page_;
  std::uint64_t largest_;
};

/// The number of samples per pixel to read: those of the color, and one more for alpha.
std::size_t read_samples_of(const Page& page) { return page.color_samples + (page.has_alpha ? 1 : 0); }

template <class Value, class Write>
void read_pixels(const PictureFile& file, TiffFile& tiff, const Page& page, std::span<Value> pixels, std::size_t stride,
                 const Write& write) {
  const std::size_t first = page.first_sample;
  const std::size_t end = first + read_samples_of(page);
  for_each_run(file, tiff, page.samples, [&](const TiffRun& run) {
    Value* pixel = pixels.data() + (run.y * page.samples.width + run.x) * stride;
    for (std::size_t x = 0; x < run.pixels; ++x, pixel += stride) {
      for (std::size_t sample = std::max(first, run.first_sample);
           sample < std::min(end, run.first_sample + run.samples); ++sample) {
        write(run, x * run.samples + sample - run.first_sample, sample - first, pixel);
      }
    }
  });
}

/// Inks are read as a whole and then converted in place to colors.
template <class Value>
std::vector<std::byte> colors_of_inks(std::span<const Value> inks, std::size_t samples) {
  constexpr std::uint64_t highest = std::numeric_limits<Value>::max();
  std::vector<std::byte> bytes(inks.size() / samples * (samples - 1) * sizeof(Value));
  std::byte* to = bytes.data();
  for (std::size_t at = 0; at < inks.size(); at += samples) {
    std::array<Value, 4> color{};
    for (std::size_t i = 0; i < 3; ++i) {
      color[i] = static_cast<Value>(((highest - inks[at + i]) * (highest - inks[at + 3]) + highest / 2) / highest);
    }
    color[3] = inks[at + samples - 1];
    std::memcpy(to, color.data(), (samples - 1) * sizeof(Value));
    to += (samples - 1) * sizeof(Value);
  }
  return bytes;
}

/// Keeps samples that the pixels only approximate.
template <class Value>
void keep_exact(std::string name, const std::vector<Value>& samples, std::size_t channels, Image& image) {
  const auto bytes = std::as_bytes(std::span(samples));
  image.exact = exact_samples(std::move(name), channels * sizeof(Value), {bytes.begin(), bytes.end()});
}

template <class Value>
void read_integers(const PictureFile& file, TiffFile& tiff, const Page& page, Image& image) {
  const PixelWriter<Value> writer(page);
  auto* const first = reinterpret_cast<Value*>(image.pixels.data());
  std::vector<std::uint16_t> deep(page.deep_palette.empty() ? 0 : image.pixels.size());
  const auto write = [&](const TiffRun& run, std::size_t index, std::size_t sample, Value* pixel) {
    writer.write(run, index, sample, pixel);
    if (!deep.empty()) {
      const auto to = deep.begin() + (pixel - first);
      if (sample == 0) {
        std::ranges::copy(page.deep_palette[integer_at(run.row, index, page.samples.bits)], to);
      } else {
        to[3] = static_cast<std::uint16_t>(pixel[3] * 257);
      }
    }
  };
  if (page.photometric != PHOTOMETRIC_SEPARATED) {
    read_pixels<Value>(file, tiff, page, {first, image.pixels.size() / sizeof(Value)}, page.channels, write);
    if (!deep.empty()) {
      keep_exact("uint16", deep, page.channels, image);
    }
    return;
  }
  std::vector<Value> inks(image.pixels.size() / sizeof(Value) / page.channels * (page.channels + 1));
  read_pixels<Value>(file, tiff, page, inks, page.channels + 1, write);
  image.pixels = colors_of_inks<Value>(inks, page.channels + 1);
  keep_exact("CMYK", inks, page.channels + 1, image);
}

void read_floats(const PictureFile& file, TiffFile& tiff, const Page& page, Image& image) {
  const std::span pixels(reinterpret_cast<float*>(image.pixels.data()), image.pixels.size() / sizeof(float));
  const std::size_t bytes = page.samples.bits == 64 ? pixels.size() * sizeof(double) : 0;
  std::vector<std::byte> doubles(keeps_exact(image, bytes) ? bytes : 0);
  bool is_rounded = false;
  read_pixels<float>(file, tiff, page, pixels, page.channels,
                     [&](const TiffRun& run, std::size_t index, std::size_t sample, float* pixel) {
                       pixel[sample] = float_at(run.row, index, page.samples.bits);
                       if (!doubles.empty()) {
                         double value = 0;
                         const std::size_t to = static_cast<std::size_t>(pixel - pixels.data()) + sample;
                         std::memcpy(&value, run.row + index * sizeof(value), sizeof(value));
                         std::memcpy(doubles.data() + to * sizeof(value), &value, sizeof(value));
                         is_rounded = is_rounded || double{pixel[sample]} != value;
                       }
                     });
  if (is_rounded) {
    image.exact = exact_samples("float64", page.channels * sizeof(double), std::move(doubles));
  }
}

/// Reads through the library: rows in stored order, opaque.
void read_converted(TiffFile& tiff, Image& image) {
  std::array<char, 1024> reason{};
  TIFFRGBAImage converter{};
  constexpr int stops_at_errors = 1;
  tiff.begin_pixels();
  tiff.require(TIFFRGBAImageBegin(&converter, tiff.handle(), stops_at_errors, reason.data()) != 0);
  converter.req_orientation = converter.orientation;
  std::vector<std::uint32_t> pixels(image.pixels.size() / 3);
  const bool is_done = TIFFRGBAImageGet(&converter, pixels.data(), converter.width, converter.height) != 0;
  TIFFRGBAImageEnd(&converter);
  tiff.require(is_done);
  std::byte* to = image.pixels.data();
  for (const std::uint32_t pixel : pixels) {
    *to++ = static_cast<std::byte>(TIFFGetR(pixel));
    *to++ = static_cast<std::byte>(TIFFGetG(pixel));
    *to++ = static_cast<std::byte>(TIFFGetB(pixel));
  }
}

/// `has_unlisted` is whether the page has samples that are not parts of the file.
void note_colors(const TiffFile& tiff, const Page& page, bool has_unlisted, Image& image) {
  std::uint32_t size = 0;
  void* profile = nullptr;
  const bool has_profile = TIFFGetField(tiff.handle(), TIFFTAG_ICCPROFILE, &size, &profile) != 0 && profile != nullptr;
  const auto note = [&](const std::string& text) {
    if (!text.empty()) {
      add_note(image.note, text);
    }
  };
  if (has_profile) {
    add_profile(image, {static_cast<const std::byte*>(profile), size});
  } else if (page.photometric == PHOTOMETRIC_SEPARATED) {
    add_color_fact(image, "CMYK");
    note("its CMYK has no profile: colors are a guess");
  }
  if (page.has_alpha) {
    const unsigned kind = extra_kind(tiff);
    image.facts.push_back({"alpha",
                           kind == EXTRASAMPLE_ASSOCALPHA   ? "premultiplied"
                           : kind == EXTRASAMPLE_UNASSALPHA ? "straight"
                                                            : "unspecified",
                           kind == EXTRASAMPLE_UNASSALPHA});
    image.is_premultiplied = kind == EXTRASAMPLE_ASSOCALPHA;
    note(kind == EXTRASAMPLE_ASSOCALPHA    ? "its colors are premultiplied by alpha and read as stored"
         : kind == EXTRASAMPLE_UNSPECIFIED ? "its unspecified extra sample is read as alpha"
                                           : "");
  }
  if (has_unlisted) {
    note_unread(image, fmt::format("{} of its {} samples per pixel are not read",
                                   page.samples.count - read_samples_of(page), page.samples.count));
  }
  if (page.is_converted) {
    image.unread.emplace_back("its YCbCr samples, which become colors");
  }
  if (std::uint16_t count = 0; TIFFGetField(tiff.handle(), TIFFTAG_SUBIFD, &count, &profile) != 0 && count > 0) {
    note_unread(image, fmt::format("{} beside it (SubIFDs), such as smaller versions, are not read",
                                   count_text(count, "picture")));
  }
  if (page.samples.is_float && page.samples.bits == 64) {
    note("its 64-bit floats are rounded to 32 bits");
  }
  if (!tiff.warning().empty()) {
    note(fmt::format("libtiff warns: {}", tiff.warning()));
  }
}

Image read_image(const PictureFile& file, TiffFile& tiff, const TiffPart& part, Orientation orientation) {
  tiff.begin_page(part.directory);
  const Page page = part.sample ? channel_of(file, read_page(file, tiff), *part.sample) : read_page(file, tiff);
  Image image = make_image(file, page.samples.width, page.samples.height, static_cast<int>(page.channels),
                           page.samples.is_float    ? gpu::DataType::float32
                           : page.samples.bits <= 8 ? gpu::DataType::uint8
                                                    : gpu::DataType::uint16);
  if (page.is_converted) {
    read_converted(tiff, image);
  } else if (image.type == gpu::DataType::float32) {
    read_floats(file, tiff, page, image);
  } else if (image.type == gpu::DataType::uint8) {
    read_integers<std::uint8_t>(file, tiff, page, image);
  } else {
    read_integers<std::uint16_t>(file, tiff, page, image);
  }
  tiff.require();
  note_colors(tiff, page, part.has_unlisted, image);
  const auto stored = tiff.field<std::uint16_t>(TIFFTAG_ORIENTATION);
  return orientation == Orientation::applied ? oriented(std::move(image), stored) : image;
}

}  // namespace

bool is_tiff(std::span<const std::byte> bytes) {
  constexpr std::array<std::string_view, 4> magics{std::string_view("II*\0", 4), std::string_view("MM\0*", 4),
                                                   std::string_view("II+\0", 4), std::string_view("MM\0+", 4)};
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::ranges::any_of(magics, [&](std::string_view magic) { return text.starts_with(magic); });
}

PictureParts open_tiff(const PictureFile& file) {
  const auto tiff = std::make_shared<TiffFile>(file);
  const std::size_t count = TIFFNumberOfDirectories(tiff->handle());
  tiff->require(count > 0);
  TiffParts parts = tiff_parts(TiffDirectories(file), count);
  return {std::move(parts.names), parts.all.size(),
          [&file, tiff, all = std::move(parts.all)](std::size_t part, Orientation orientation) {
            return read_image(file, *tiff, all[part], orientation);
          }};
}

}  // namespace texelscope::app
