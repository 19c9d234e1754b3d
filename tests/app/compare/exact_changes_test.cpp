#include <gtest/gtest.h>
#include <webp/encode.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/images/image_file.h"
#include "tests/app/compare/built_files.h"
#include "tests/app/compare/format_files.h"
#include "tests/app/images/exr_bytes.h"
#include "tests/app/temporary_folder.h"

/// Pairs of files that differ in one byte of one sample, or of which one is cut off.
namespace texelscope::app {
namespace {

using tests::big_number;
using tests::bytes;
using tests::chunk_of;
using tests::number;
using tests::tiff_of;

/// A kind of file that is made of samples.
struct SampleFile {
  std::string name;
  /// Bytes of all samples.
  std::size_t size = 0;
  std::function<std::string(const std::string&)> file;
  /// The bits of a byte that a change may flip: formats with losses round the others away.
  unsigned changed = 0xFF;
  /// The bits of each byte that are set or cleared before, by position in a sample of `masks.size()` bytes: finite
  /// floats, and texels that have one form only.
  std::vector<std::pair<unsigned, unsigned>> masks{};
};

Image image_of(const std::string& samples, int width, int channels, gpu::DataType type = gpu::DataType::uint8) {
  Image image{width, 0, channels, type, {}};
  const auto all = std::as_bytes(std::span(samples));
  image.pixels.assign(all.begin(), all.end());
  image.height =
      static_cast<int>(samples.size() / (static_cast<std::size_t>(width * channels) * gpu::size_bytes(type)));
  return image;
}

std::string png_of(const Image& image, int bits) {
  std::ostringstream out;
  write_png(out, image, bits);
  return out.str();
}

std::string webp_of(const Image& image) {
  std::uint8_t* memory = nullptr;
  const std::size_t size = WebPEncodeLosslessRGB(reinterpret_cast<const std::uint8_t*>(image.pixels.data()),
                                                 image.width, image.height, 3 * image.width, &memory);
  std::string file(reinterpret_cast<const char*>(memory), size);
  WebPFree(memory);
  return file;
}

/// Numbers of the samples, little-endian.
std::vector<std::uint32_t> numbers_of(const std::string& samples, std::size_t begin, std::size_t count,
                                      std::size_t size) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t value = 0;
    for (std::size_t byte = size; byte-- > 0;) {
      value = value << 8U | static_cast<unsigned char>(samples[begin + i * size + byte]);
    }
    numbers.push_back(value);
  }
  return numbers;
}

tests::ExrChannel exr_channel(tests::ExrType type, const std::string& samples, std::size_t begin) {
  return {type, numbers_of(samples, begin, 2, type == tests::ExrType::float16 ? 2 : 4)};
}

/// A DDS file of 4 × 4 texels with a DXGI_FORMAT.
std::string dds_of(unsigned format, const std::string& texels, std::uint64_t levels = 1, std::uint64_t layers = 1) {
  return "DDS " + number(124, 4) + number(0x21007, 4) + number(4, 4) + number(4, 4) + number(0, 8) + number(levels, 4) +
         number(0, 44) + number(32, 4) + number(4, 4) + "DX10" + number(0, 20) + number(0x1000, 4) + number(0, 16) +
         number(format, 4) + number(3, 4) + number(0, 4) + number(layers, 4) + number(0, 4) + texels;
}

/// 32 bits with the masks of 8 bits of red, green and blue: the other 8 are not read.
std::string dds_with_masks(const std::string& texels) {
  return "DDS " + number(124, 4) + number(0x1007, 4) + number(4, 4) + number(1, 4) + number(0, 12) + number(0, 44) +
         number(32, 4) + number(0x40, 4) + number(0, 4) + number(32, 4) + number(0xFF0000, 4) + number(0xFF00, 4) +
         number(0xFF, 4) + number(0, 4) + number(0x1000, 4) + number(0, 16) + texels;
}

std::string bmp_32(const std::string& rows) {
  return "BM" + number(54 + rows.size(), 4) + number(0, 4) + number(54, 4) + number(40, 4) + number(4, 4) +
         number(1, 4) + number(1, 2) + number(32, 2) + number(0, 24) + rows;
}

std::string tga_16(const std::string& rows) {
  return number(2 << 16, 8) + number(0, 4) + number(4, 2) + number(1, 2) + number(16, 1) + number(0, 1) + rows;
}

std::string ktx_of(const std::string& texels) {
  std::string text = "\xabKTX 11\xbb\r\n\x1a\n";
  for (const unsigned value : {0x04030201U, 0x1401U, 1U, 0x1908U, 0x8058U, 0x1908U, 2U, 1U, 0U, 0U, 1U, 2U, 0U}) {
    text += number(value, 4);
  }
  return text + number(8, 4) + texels.substr(0, 8) + number(4, 4) + texels.substr(8);
}

/// All kinds. Floats have no exponent of infinity: a NaN equals another one.
std::vector<SampleFile> sample_files() {
  using Samples = const std::string&;
  const std::vector<std::pair<unsigned, unsigned>> half{{0, 0}, {0, 0x40}};
  const std::vector<std::pair<unsigned, unsigned>> single{{0, 0}, {0, 0}, {0, 0}, {0, 0x40}};
  const std::vector<std::pair<unsigned, unsigned>> twice{{0, 0}, {0, 0}, {0, 0}, {0, 0},
                                                         {0, 0}, {0, 0}, {0, 0}, {0, 0x40}};
  const std::vector<std::pair<unsigned, unsigned>> rgbe{{0x80, 0}, {0x80, 0}, {0x80, 0}, {0x40, 0x80}};
  const auto rgb = [](Samples samples) { return image_of(samples, 4, 3); };
  const auto tiff = [](unsigned bits, unsigned samples, std::map<std::uint64_t, std::vector<std::uint64_t>> fields) {
    return [=](Samples pixels) { return tiff_of({{bits, samples, fields, pixels}}); };
  };
  const std::string gray_png = png_of(image_of("abcd", 4, 1), 8);
  return {
      {"8-bit png", 48, [=](Samples samples) { return png_of(rgb(samples), 8); }},
      {"16-bit png", 64, [](Samples samples) { return png_of(image_of(samples, 4, 4, gpu::DataType::uint16), 16); }},
      {"palette of a png", 12,
       [](Samples samples) {
         return tests::png_row(4, 8, 3, bytes({0, 1, 2, 3}), chunk_of("PLTE" + samples));
       }},
      {"transparency of a png", 4,
       [](Samples samples) {
         return tests::png_row(4, 8, 3, bytes({0, 1, 2, 3}),
                               chunk_of("PLTE" + std::string(12, '\7')) + chunk_of("tRNS" + samples));
       }},
      {"cICP of a png", 4, [](Samples samples) { return tests::png_row(1, 8, 0, "*", chunk_of("cICP" + samples)); }},
      {"gAMA of a png", 2,
       [](Samples samples) {
         return tests::png_row(1, 8, 0, "*", chunk_of("gAMA" + big_number(50000 + numbers_of(samples, 0, 1, 2)[0])));
       }},
      {"behind a png", 20, [=](Samples samples) { return gray_png + samples; }},
      {"jpeg", 192, [=](Samples samples) { return tests::jpeg_file(image_of(samples, 8, 3)); }, 0x80},
      {"behind a jpeg", 192,
       [=](Samples samples) {
         return tests::jpeg_file(image_of(std::string(192, 'a'), 8, 3)) + tests::jpeg_file(image_of(samples, 8, 3));
       },
       0x80},
      {"webp", 48, [=](Samples samples) { return webp_of(rgb(samples)); }},
      {"8-bit tiff", 12, tiff(8, 3, {{262, {2}}})},
      {"4-bit tiff", 2, tiff(4, 1, {})},
      {"16-bit tiff", 8, tiff(16, 1, {})},
      {"half tiff", 8, tiff(16, 1, {{339, {3}}}), 0xFF, half},
      {"float tiff", 16, tiff(32, 1, {{339, {3}}}), 0xFF, single},
      {"double tiff", 64, tiff(64, 2, {{339, {3}}, {338, {2}}}), 0xFF, twice},
      {"extra samples of a tiff", 24, tiff(8, 6, {{262, {2}}, {338, {2, 0, 0}}})},
      {"inks of a tiff", 16, tiff(8, 4, {{262, {5}}})},
      {"palette of a tiff", 24,
       [](Samples samples) {
         std::vector<std::uint64_t> colors(3 * 256);
         for (std::size_t i = 0; i < 12; ++i) {
           colors[i / 4 * 256 + i % 4] = numbers_of(samples, 2 * i, 1, 2)[0];
         }
         return tiff_of({{8, 1, {{262, {3}}, {320, colors}}, bytes({0, 1, 2, 3})}});
       }},
      {"pages of a tiff", 12,
       [](Samples samples) {
         return tiff_of(
             {{.pixels = samples.substr(0, 4)}, {.pixels = samples.substr(4, 4)}, {.pixels = samples.substr(8)}});
       }},
      {"channels of an exr",
       28,
       [](Samples samples) {
         return tests::exr_bytes({{"R", exr_channel(tests::ExrType::float32, samples, 0)},
                                  {"G", exr_channel(tests::ExrType::uint32, samples, 8)},
                                  {"B", exr_channel(tests::ExrType::float16, samples, 16)},
                                  {"id", exr_channel(tests::ExrType::uint32, samples, 20)}},
                                 2, 1);
       },
       0xFF,
       {{0, 0}, {0, 0x40}, {0, 0}, {0, 0x40}}},
      {"parts of an exr", 32,
       [](Samples samples) {
         return tests::exr_parts_bytes({{"left", {{"Y", exr_channel(tests::ExrType::float32, samples, 0)}}},
                                        {"right",
                                         {{"Y", exr_channel(tests::ExrType::float32, samples, 8)},
                                          {"Z", exr_channel(tests::ExrType::float32, samples, 16)},
                                          {"id.Y", exr_channel(tests::ExrType::uint32, samples, 24)}}}},
                                       2, 1);
       },
       0xFF, single},
      {"window of an exr", 8,
       [](Samples samples) {
         return tests::exr_bytes({{"Y", exr_channel(tests::ExrType::float32, samples, 0)}}, {5, 5, 6, 5}, {0, 0, 9, 9});
       },
       0xFF, single},
      {"bmp", 36, [](Samples samples) { return tests::bmp_file(image_of(samples, 4, 3)); }},
      {"32-bit bmp", 16, bmp_32},
      {"behind a bmp", 10,
       [](Samples samples) { return tests::bmp_file(image_of(std::string(12, 'a'), 4, 3)) + samples; }},
      {"tga", 36, [](Samples samples) { return tests::tga_file(image_of(samples, 4, 3)); }},
      {"16-bit tga", 8, tga_16},
      {"ppm", 36, [](Samples samples) { return tests::ppm_file(image_of(samples, 4, 3)); }},
      {"16-bit ppm", 72,
       [](Samples samples) { return tests::ppm_file(image_of(samples, 4, 3, gpu::DataType::uint16)); }},
      {"pbm", 4, [](Samples samples) { return "P4 16 2\n" + samples; }},
      {"behind a pgm", 15, [](Samples samples) { return "P5 1 1 255\n*P5 2 2 255\n" + samples; }},
      {"pfm", 48, [](Samples samples) { return tests::pfm_file(image_of(samples, 4, 3, gpu::DataType::float32)); },
       0xFF, single},
      {"hdr", 28, [](Samples samples) { return "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 7\n" + samples; }, 0xFF,
       rgbe},
      {"dds", 48, [](Samples samples) { return tests::dds_file(image_of(samples, 4, 3)); }},
      {"dds with masks", 16, dds_with_masks},
      {"bc1 dds", 8, [](Samples samples) { return dds_of(71, samples); }},
      {"bc7 dds", 32, [](Samples samples) { return dds_of(98, samples, 1, 2); }},
      {"r11g11b10 dds", 64, [](Samples samples) { return dds_of(26, samples); }},
      {"snorm dds", 16, [](Samples samples) { return dds_of(63, samples); }},
      {"levels of a dds", 21, [](Samples samples) { return dds_of(61, samples, 3); }},
      {"ktx", 12, ktx_of},
      {"ktx2", 48, [](Samples samples) { return tests::ktx2_file(image_of(samples, 4, 3)); }},
      {"float ktx2", 48,
       [](Samples samples) { return tests::ktx2_file(image_of(samples, 4, 3, gpu::DataType::float32)); }, 0xFF, single},
  };
}

TEST(ExactChanges, OfOneByteOfOneSampleFailInEveryFormat) {
  constexpr int changes = 12;
  const tests::TemporaryFolder folder;
  std::mt19937 random(67);
  int count = 0;
  for (const SampleFile& kind : sample_files()) {
    SCOPED_TRACE(kind.name);
    const auto compared = [&](const std::string& expected, const std::string& actual) {
      return compare_file_pair({kind.name, folder.write("expected", expected), folder.write("actual", actual)}, {}, {},
                               KeepImages::no);
    };
    for (int change = 0; change < changes; ++change) {
      std::string samples(kind.size, '\0');
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto [set, cleared] = kind.masks.empty() ? std::pair(0U, 0U) : kind.masks[i % kind.masks.size()];
        samples[i] = static_cast<char>((random() | set) & ~cleared);
      }
      const std::string file = kind.file(samples);
      if (change == 0) {
        const PairResult same = compared(file, file);
        ASSERT_TRUE(same.has_passed()) << same.failures.front();
      }
      const std::size_t place = random() % samples.size();
      std::string changed = samples;
      const unsigned bits = static_cast<unsigned>(1 + random() % 255) & kind.changed;
      changed[place] = static_cast<char>(changed[place] ^ static_cast<char>(bits == 0 ? kind.changed : bits));
      EXPECT_FALSE(compared(file, kind.file(changed)).has_passed())
          << "byte " << place << " is " << static_cast<int>(samples[place]) << " and "
          << static_cast<int>(changed[place]);
      ++count;
      if (change % 4 == 0) {
        EXPECT_FALSE(compared(file, file.substr(0, file.size() - 1 - random() % 12)).has_passed()) << "cut off";
        ++count;
      }
    }
  }
  EXPECT_GE(count, 500);
}

}  // namespace
}  // namespace texelscope::app
