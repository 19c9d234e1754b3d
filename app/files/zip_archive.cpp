#include "app/files/zip_archive.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

// Signatures and lengths of the records that are read, without what follows them at lengths of their own.
constexpr std::uint32_t end_signature = 0x06054B50;
constexpr std::uint32_t end64_signature = 0x06064B50;
constexpr std::uint32_t end64_locator_signature = 0x07064B50;
constexpr std::uint32_t entry_signature = 0x02014B50;
constexpr std::uint32_t header_signature = 0x04034B50;
constexpr std::uint64_t end_length = 22;
constexpr std::uint64_t end64_length = 56;
constexpr std::uint64_t end64_locator_length = 20;
constexpr std::uint64_t entry_length = 46;
constexpr std::uint64_t header_length = 30;
constexpr std::uint64_t longest_comment = 65535;
/// What stands in a field of 32 bits whose value is in the ZIP64 extra field.
constexpr std::uint32_t in_extra = 0xFFFFFFFF;
constexpr std::uint16_t zip64_extra = 1;
constexpr std::uint16_t stored = 0;
constexpr std::uint16_t deflated = 8;
/// Deflate makes no more of a byte (zlib's technical notes).
constexpr std::uint64_t max_expansion = 1032;

/// Numbers of an archive, lowest byte first. What lies beyond the bytes reads as 0.
class Record {
 public:
  explicit Record(std::span<const std::byte> bytes) : bytes_{bytes} {}

  template <class T>
  [[nodiscard]] T at(std::size_t offset) const {
    T value = 0;
    if (offset <= bytes_.size() && sizeof(T) <= bytes_.size() - offset) {
      std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    }
    return value;
  }
  [[nodiscard]] Record part(std::size_t offset, std::size_t count) const {
    const std::size_t begin = std::min(offset, bytes_.size());
    return Record(bytes_.subspan(begin, std::min(count, bytes_.size() - begin)));
  }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] std::string text() const { return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}; }

 private:
  std::span<const std::byte> bytes_;
};

/// Takes the numbers that did not fit an entry's fields from its ZIP64 extra field: they stand there in this order.
void take_zip64(const Record& extra, ZipMember& member) {
  for (std::size_t at = 0; at + 4 <= extra.size(); at += 4U + extra.at<std::uint16_t>(at + 2)) {
    if (extra.at<std::uint16_t>(at) != zip64_extra) {
      continue;
    }
    std::size_t next = at + 4;
    for (std::uint64_t* const number : {&member.size, &member.stored_size, &member.header_offset}) {
      if (*number == in_extra) {
        *number = extra.at<std::uint64_t>(next);
        next += sizeof(std::uint64_t);
      }
    }
  }
}

/// Ends zlib's work with a stream.
struct InflateEnd {
  z_stream* stream;
  explicit InflateEnd(z_stream* of) : stream{of} {}
  InflateEnd(const InflateEnd&) = delete;
  InflateEnd& operator=(const InflateEnd&) = delete;
  ~InflateEnd() { inflateEnd(stream); }
};

/// Inflates all of `source` into `result`, which it must fill; whether it did. Counts of zlib have 32 bits.
bool inflate_into(std::span<const std::byte> source, std::span<std::byte> result) {
  z_stream stream{};
  // Negative: deflate without a header, as ZIP has it.
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) {
    return false;
  }
  const InflateEnd end(&stream);
  constexpr std::size_t most = 1U << 30;
  int status = Z_OK;
  while (status == Z_OK) {
    if (stream.avail_in == 0 && !source.empty()) {
      const std::size_t count = std::min(source.size(), most);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(source.data()));
      stream.avail_in = static_cast<uInt>(count);
      source = source.subspan(count);
    }
    if (stream.avail_out == 0) {
      const std::size_t count = std::min(result.size(), most);
      stream.next_out = reinterpret_cast<Bytef*>(result.data());
      stream.avail_out = static_cast<uInt>(count);
      result = result.subspan(count);
    }
    // Without progress it returns Z_BUF_ERROR.
    status = inflate(&stream, Z_NO_FLUSH);
  }
  return status == Z_STREAM_END && stream.avail_out == 0 && result.empty();
}

std::uint32_t checksum(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace

ZipArchive::ZipArchive(const std::filesystem::path& path) : path_{path} {
  std::error_code error;
  // Opening a pipe would wait for its other end.
  if (std::filesystem::is_regular_file(path, error)) {
    file_.open(path, std::ios::binary);
  }
  if (!file_.is_open()) {
    fail("it is no file that can be opened; check the path and the permissions");
  }
  file_.seekg(0, std::ios::end);
  file_size_ = static_cast<std::uint64_t>(file_.tellg());
  read_directory(find_directory());
}

void ZipArchive::fail(const std::string& reason) const {
  throw FileError(fmt::format("cannot read the archive {}: {}", path_.string(), reason));
}

std::vector<std::byte> ZipArchive::read_bytes(std::uint64_t offset, std::uint64_t count) {
  if (offset > file_size_ || count > file_size_ - offset) {
    fail(fmt::format("it ends before byte {} + {}; it was cut off or is damaged", offset, count));
  }
  std::vector<std::byte> bytes(count);
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(offset));
  file_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
  if (!file_) {
    fail("reading failed");
  }
  return bytes;
}

ZipArchive::Directory ZipArchive::find_directory() {
  const std::uint64_t tail_length = std::min(file_size_, end_length + longest_comment);
  const std::vector<std::byte> tail = read_bytes(file_size_ - tail_length, tail_length);
  const Record record(tail);
  for (std::uint64_t back = end_length; back <= tail_length; ++back) {
    const std::size_t at = tail_length - back;
    if (record.at<std::uint32_t>(at) != end_signature || record.at<std::uint16_t>(at + 20) > back - end_length) {
      continue;
    }
    const std::uint64_t end = file_size_ - back;
    Directory directory{record.at<std::uint16_t>(at + 10), record.at<std::uint32_t>(at + 12),
                        record.at<std::uint32_t>(at + 16)};
    if (end >= end64_locator_length) {
      const std::vector<std::byte> before = read_bytes(end - end64_locator_length, end64_locator_length);
      if (const Record locator(before); locator.at<std::uint32_t>(0) == end64_locator_signature) {
        const std::vector<std::byte> bytes = read_bytes(locator.at<std::uint64_t>(8), end64_length);
        const Record end64(bytes);
        if (end64.at<std::uint32_t>(0) != end64_signature) {
          fail("its ZIP64 directory is not where it should be; it is damaged");
        }
        directory = {end64.at<std::uint64_t>(32), end64.at<std::uint64_t>(40), end64.at<std::uint64_t>(48)};
      }
    }
    return directory;
  }
  fail("it is no ZIP archive, or was cut off: there is no directory at its end");
}

void ZipArchive::read_directory(const Directory& directory) {
  const std::vector<std::byte> bytes = read_bytes(directory.offset, directory.size);
  const Record record(bytes);
  std::size_t at = 0;
  for (std::uint64_t number = 0; number < directory.count; ++number) {
    const std::size_t name_length = record.at<std::uint16_t>(at + 28);
    const std::size_t extra_length = record.at<std::uint16_t>(at + 30);
    const std::size_t whole = entry_length + name_length + extra_length + record.at<std::uint16_t>(at + 32);
    if (record.at<std::uint32_t>(at) != entry_signature || whole > record.size() - at) {
      fail(fmt::format("entry {} of its directory is damaged", number));
    }
    ZipMember member{.name = record.part(at + entry_length, name_length).text(),
                     .is_deflated = record.at<std::uint16_t>(at + 10) == deflated,
                     .stored_size = record.at<std::uint32_t>(at + 20),
                     .size = record.at<std::uint32_t>(at + 24),
                     .crc = record.at<std::uint32_t>(at + 16),
                     .header_offset = record.at<std::uint32_t>(at + 42)};
    take_zip64(record.part(at + entry_length + name_length, extra_length), member);
    const std::uint16_t method = record.at<std::uint16_t>(at + 10);
    const bool is_encrypted = (record.at<std::uint16_t>(at + 8) & 1U) != 0;
    if (is_encrypted || (method != stored && method != deflated)) {
      fail(is_encrypted ? fmt::format("{} is encrypted; save it without", member.name)
                        : fmt::format("{} is compressed by method {}; numpy.savez_compressed has the one that is read",
                                      member.name, method));
    }
    const std::uint64_t most = member.is_deflated ? max_expansion : 1;
    if (member.stored_size > file_size_ || member.size > member.stored_size * most ||
        (!member.is_deflated && member.size != member.stored_size)) {
      fail(fmt::format("{} says that it has {} bytes, stored as {}, which cannot be; it is damaged", member.name,
                       member.size, member.stored_size));
    }
    members_.push_back(std::move(member));
    at += whole;
  }
}

std::vector<std::byte> ZipArchive::read(const ZipMember& member) {
  const std::vector<std::byte> header = read_bytes(member.header_offset, header_length);
  const Record record(header);
  if (record.at<std::uint32_t>(0) != header_signature) {
    fail(fmt::format("{} is not where the directory says; it is damaged", member.name));
  }
  const std::uint64_t behind = header_length + record.at<std::uint16_t>(26) + record.at<std::uint16_t>(28);
  std::vector<std::byte> bytes = read_bytes(member.header_offset + behind, member.stored_size);
  if (member.is_deflated) {
    std::vector<std::byte> inflated(member.size);
    if (!inflate_into(bytes, inflated)) {
      fail(fmt::format("{} does not inflate to its {} bytes; it is damaged", member.name, member.size));
    }
    bytes = std::move(inflated);
  }
  if (const std::uint32_t found = checksum(bytes); found != member.crc) {
    fail(fmt::format("{} has the checksum {:08x} instead of {:08x}; it is damaged", member.name, found, member.crc));
  }
  return bytes;
}

}  // namespace texelscope::app
