#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/app/images/picture_bytes.h"

/// Small PNG and TIFF files with any chunks and fields.
namespace texelscope::tests {

[[nodiscard]] inline std::string chunk_of(const std::string& kind_and_data) {
  const auto* const data = reinterpret_cast<const Bytef*>(kind_and_data.data());
  return big_number(static_cast<std::uint32_t>(kind_and_data.size() - 4)) + kind_and_data +
         big_number(static_cast<std::uint32_t>(crc32_z(0, data, kind_and_data.size())));
}

/// A PNG of `width` × 1 pixels with these chunks before its row.
[[nodiscard]] inline std::string png_row(std::uint32_t width, int bits, int color_type, const std::string& row,
                                         const std::string& chunks = "") {
  std::string stream(compressBound(row.size() + 1), '\0');
  uLongf size = stream.size();
  const std::string filtered = std::string(1, '\0') + row;
  compress(reinterpret_cast<Bytef*>(stream.data()), &size, reinterpret_cast<const Bytef*>(filtered.data()),
           filtered.size());
  return "\x89PNG\r\n\x1a\n" +
         chunk_of("IHDR" + big_number(width) + big_number(1) + bytes({bits, color_type, 0, 0, 0})) + chunks +
         chunk_of("IDAT" + stream.substr(0, size)) + chunk_of("IEND");
}

/// The fields of a TIFF page besides its size, samples and pixels; numbers have 16 bits.
struct TiffPage {
  unsigned bits = 8;
  unsigned samples = 1;
  std::map<std::uint64_t, std::vector<std::uint64_t>> fields{};
  std::string pixels{};
};

/// Pages of 2 × 2 pixels.
[[nodiscard]] inline std::string tiff_of(const std::vector<TiffPage>& pages) {
  std::string file = "II*" + number(0, 1) + number(8, 4);
  for (const TiffPage& page : pages) {
    std::map<std::uint64_t, std::vector<std::uint64_t>> fields{{256, {2}}, {257, {2}}, {259, {1}},
                                                               {262, {1}}, {278, {2}}, {277, {page.samples}}};
    fields[258] = std::vector<std::uint64_t>(page.samples, page.bits);
    for (const auto& [tag, values] : page.fields) {
      fields[tag] = values;
    }
    const std::size_t count = fields.size() + 2;
    const std::size_t end = file.size() + 2 + 12 * count + 4;
    std::string behind;
    std::string directory = number(count, 2);
    fields[273] = {};
    fields[279] = {};
    for (const auto& [tag, values] : fields) {
      if (tag == 279) {
        directory += number(tag, 2) + number(4, 2) + number(1, 4) + number(page.pixels.size(), 4);
        continue;
      }
      if (tag == 273) {
        std::size_t others = 0;
        for (const auto& [other, numbers] : fields) {
          others += numbers.size() > 2 ? 2 * numbers.size() : 0;
        }
        directory += number(tag, 2) + number(4, 2) + number(1, 4) + number(end + others, 4);
        continue;
      }
      // The places of pictures have 32 bits.
      const bool is_place = tag == 330;
      directory += number(tag, 2) + number(is_place ? 4 : 3, 2) + number(values.size(), 4);
      std::string stored;
      for (const std::uint64_t value : values) {
        stored += number(value, is_place ? 4 : 2);
      }
      if (stored.size() > 4) {
        directory += number(end + behind.size(), 4);
        behind += stored;
      } else {
        stored.resize(4);
        directory += stored;
      }
    }
    const std::size_t next = end + behind.size() + page.pixels.size();
    file += directory + number(&page == &pages.back() ? 0 : next, 4) + behind + page.pixels;
  }
  return file;
}

}  // namespace texelscope::tests
