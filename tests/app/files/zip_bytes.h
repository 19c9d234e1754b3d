#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "texelscope/gpu/npy.h"

namespace texelscope::tests {

template <class T>
std::string bytes_of(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

inline std::string npy_bytes(const std::vector<float>& numbers) {
  std::ostringstream stream;
  gpu::write_npy(stream, std::as_bytes(std::span(numbers)),
                 gpu::StridedLayout({static_cast<std::int64_t>(numbers.size())}, 4), gpu::element_type_of<float>);
  return stream.str();
}

inline std::string deflate_bytes(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string result(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

/// A member of a ZIP archive, and its directory entry, which may be wrong.
struct ZipBytes {
  std::string name;
  std::string content;
  std::string stored;
  std::uint16_t method = 0;
  std::uint16_t flags = 0;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
  bool is_zip64 = false;
  /// Whether the directory entry refers to the first member instead.
  bool same_as_first = false;
  /// The directory entry's extra fields before that of ZIP64.
  std::string other_extra{};
  /// Added to the member's offset in the directory.
  std::uint64_t moved = 0;

  ZipBytes(std::string of, std::string bytes, bool is_deflated = false)
      : name{std::move(of)},
        content{std::move(bytes)},
        stored{is_deflated ? deflate_bytes(content) : content},
        method{static_cast<std::uint16_t>(is_deflated ? 8 : 0)},
        size{content.size()},
        crc{static_cast<std::uint32_t>(
            crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())))} {}
};

/// The bytes of a ZIP archive according to APPNOTE, with a ZIP64 extra field in each member's local header, as NumPy
/// writes it. Offsets include the data before the archive, such as a self-extracting program, only if `counts_prefix`.
inline std::string archive_of(const std::vector<ZipBytes>& members, bool has_zip64_end = false,
                              const std::string& prefix = "", bool counts_prefix = false) {
  std::string bytes = prefix;
  const std::size_t base = counts_prefix ? 0 : prefix.size();
  std::string directory;
  for (const ZipBytes& member : members) {
    const std::uint64_t offset = (member.same_as_first && !directory.empty() ? 0 : bytes.size() - base) + member.moved;
    const auto name_length = static_cast<std::uint16_t>(member.name.size());
    bytes += bytes_of<std::uint32_t>(0x04034B50) + bytes_of<std::uint16_t>(45) + bytes_of(member.flags) +
             bytes_of(member.method) + bytes_of<std::uint32_t>(0) + bytes_of(member.crc) +
             bytes_of<std::uint32_t>(0xFFFFFFFF) + bytes_of<std::uint32_t>(0xFFFFFFFF) + bytes_of(name_length) +
             bytes_of<std::uint16_t>(20) + member.name + bytes_of<std::uint16_t>(1) + bytes_of<std::uint16_t>(16) +
             bytes_of(member.size) + bytes_of<std::uint64_t>(member.stored.size()) + member.stored;
    const auto field = [&](std::uint64_t value) {
      return bytes_of(member.is_zip64 ? 0xFFFFFFFFU : static_cast<std::uint32_t>(value));
    };
    std::string extra = member.other_extra;
    if (member.is_zip64) {
      extra += bytes_of<std::uint16_t>(1) + bytes_of<std::uint16_t>(24) + bytes_of(member.size) +
               bytes_of<std::uint64_t>(member.stored.size()) + bytes_of(offset);
    }
    // The zeros mean no comment, disk 0 and no attributes.
    directory += bytes_of<std::uint32_t>(0x02014B50) + bytes_of<std::uint16_t>(45) + bytes_of<std::uint16_t>(45) +
                 bytes_of(member.flags) + bytes_of(member.method) + bytes_of<std::uint32_t>(0) + bytes_of(member.crc) +
                 field(member.stored.size()) + field(member.size) + bytes_of(name_length) +
                 bytes_of(static_cast<std::uint16_t>(extra.size())) + std::string(10, '\0') + field(offset) +
                 member.name + extra;
  }
  const std::uint64_t begin = bytes.size() - base;
  bytes += directory;
  const auto count = static_cast<std::uint16_t>(members.size());
  if (has_zip64_end) {
    const std::uint64_t end = bytes.size() - base;
    bytes += bytes_of<std::uint32_t>(0x06064B50) + bytes_of<std::uint64_t>(44) + std::string(12, '\0') +
             bytes_of<std::uint64_t>(count) + bytes_of<std::uint64_t>(count) +
             bytes_of<std::uint64_t>(directory.size()) + bytes_of(begin);
    bytes +=
        bytes_of<std::uint32_t>(0x07064B50) + bytes_of<std::uint32_t>(0) + bytes_of(end) + bytes_of<std::uint32_t>(1);
  }
  const std::uint16_t shown_count = has_zip64_end ? 0xFFFF : count;
  bytes += bytes_of<std::uint32_t>(0x06054B50) + std::string(4, '\0') + bytes_of(shown_count) + bytes_of(shown_count) +
           bytes_of(has_zip64_end ? 0xFFFFFFFFU : static_cast<std::uint32_t>(directory.size())) +
           bytes_of(has_zip64_end ? 0xFFFFFFFFU : static_cast<std::uint32_t>(begin)) + bytes_of<std::uint16_t>(0);
  return bytes;
}

}  // namespace texelscope::tests
