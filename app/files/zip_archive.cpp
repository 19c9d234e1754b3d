#include "app/files/zip_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <optional>
#include <set>
#include <span>

#include "app/files/file_error.h"
#include "gpu/files/lfs_pointer.h"

namespace texelscope::app {
namespace {

// Signatures and lengths of the records, without their variable-length parts.
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
/// Marks a 32-bit field with its value in the ZIP64 extra field.
constexpr std::uint32_t in_extra = 0xFFFFFFFF;
constexpr std::uint16_t zip64_extra = 1;
constexpr std::uint16_t stored = 0;
constexpr std::uint16_t deflated = 8;
/// Maximum expansion of deflate per byte (zlib's technical notes).
constexpr std::uint64_t max_expansion = 1032;

/// Numbers in an archive, little-endian. Bytes beyond the end read as 0.
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

/// An entry of the directory.
struct Entry {
  ZipMember member;
  /// Offset of the member's own header, from the archive's beginning.
  std::uint64_t header_offset = 0;
};

/// Reads the numbers that did not fit in the fields of an entry from its ZIP64 extra field, which stores them in this
/// order.
void take_zip64(const Record& extra, Entry& entry) {
  for (std::size_t at = 0; at + 4 <= extra.size(); at += 4U + extra.at<std::uint16_t>(at + 2)) {
    if (extra.at<std::uint16_t>(at) != zip64_extra) {
      continue;
    }
    std::size_t next = at + 4;
    for (std::uint64_t* const number : {&entry.member.size, &entry.member.stored_size, &entry.header_offset}) {
      if (*number == in_extra) {
        *number = extra.at<std::uint64_t>(next);
        next += sizeof(std::uint64_t);
      }
    }
  }
}

/// Position of the directory in the file.
struct Directory {
  std::uint64_t count = 0;
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  /// Bytes before the archive, which its offsets do not include.
  std::uint64_t prefix = 0;
};

/// The contents of an end record.
struct EndRecord {
  std::uint64_t count = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
  /// Position of the record itself, from the file's beginning.
  std::uint64_t position = 0;
};

class Archive {
 public:
  explicit Archive(const std::filesystem::path& path) : path_{path} {
    std::error_code error;
    // Opening a pipe would block until its other end is open.
    if (std::filesystem::is_regular_file(path, error)) {
      file_.open(path, std::ios::binary);
    }
    if (!file_.is_open()) {
      fail("cannot open it as a regular file; check the path and the permissions");
    }
    file_.seekg(0, std::ios::end);
    file_size_ = static_cast<std::uint64_t>(file_.tellg());
  }

  [[nodiscard]] Directory find_directory() {
    const EndRecord end = find_end();
    if (end.size > end.position) {
      fail(fmt::format("its directory of {} bytes does not fit in the file; the archive is damaged", end.size));
    }
    // The directory ends where its end record begins, regardless of data before the archive.
    if (const std::uint64_t begin = end.position - end.size; end.offset <= begin && is_directory(begin, end)) {
      return {end.count, begin, end.size, begin - end.offset};
    }
    if (end.offset <= end.position - end.size && is_directory(end.offset, end)) {
      return {end.count, end.offset, end.size, 0};
    }
    fail("its directory is not where the end record says; the archive is damaged");
  }

  [[nodiscard]] std::vector<Entry> read_entries(const Directory& directory) {
    if (directory.count > max_zip_members) {
      fail(fmt::format("it has {} members, more than the limit of {}", directory.count, max_zip_members));
    }
    const std::vector<std::byte> bytes = read_bytes(directory.begin, directory.size);
    const Record record(bytes);
    std::vector<Entry> entries;
    std::set<std::string> names;
    std::size_t at = 0;
    for (std::uint64_t number = 0; number < directory.count; ++number) {
      const std::size_t length = entry_length + record.at<std::uint16_t>(at + 28) + record.at<std::uint16_t>(at + 30) +
                                 record.at<std::uint16_t>(at + 32);
      if (record.at<std::uint32_t>(at) != entry_signature || length > record.size() - at) {
        fail(fmt::format("entry {} of its directory is damaged", number));
      }
      entries.push_back(read_entry(record.part(at, length)));
      if (!names.insert(entries.back().member.name).second) {
        fail(fmt::format("it has two members named {}, and one would be hidden; save it again",
                         entries.back().member.name));
      }
      at += length;
    }
    if (at != record.size()) {
      fail(fmt::format(
          "its end record counts {} members, but its directory continues after them; the archive is damaged",
          directory.count));
    }
    return entries;
  }

  /// Finds each member's data through its own header, and verifies that no two overlap: the sum of their sizes then
  /// cannot exceed the file.
  void place_members(std::vector<Entry>& entries, const Directory& directory) {
    std::vector<Entry*> in_order;
    for (Entry& entry : entries) {
      in_order.push_back(&entry);
    }
    std::ranges::stable_sort(in_order, {}, &Entry::header_offset);
    std::uint64_t free_from = 0;
    for (Entry* const entry : in_order) {
      ZipMember& member = entry->member;
      if (entry->header_offset > directory.begin - directory.prefix) {
        fail(fmt::format("{} starts after the directory; the archive is damaged", member.name));
      }
      const std::uint64_t begin = entry->header_offset + directory.prefix;
      const std::vector<std::byte> bytes = read_bytes(begin, header_length);
      const Record header(bytes);
      if (header.at<std::uint32_t>(0) != header_signature) {
        fail(fmt::format("{} is not where the directory says; the archive is damaged", member.name));
      }
      member.data_offset = begin + header_length + header.at<std::uint16_t>(26) + header.at<std::uint16_t>(28);
      if (begin < free_from || member.data_offset > directory.begin ||
          member.stored_size > directory.begin - member.data_offset) {
        fail(fmt::format("{} overlaps another member or the directory; the archive is damaged", member.name));
      }
      free_from = member.data_offset + member.stored_size;
    }
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw FileError(fmt::format("cannot read the archive {}: {}", path_.string(), reason));
  }

  [[nodiscard]] std::vector<std::byte> read_bytes(std::uint64_t offset, std::uint64_t count) {
    if (offset > file_size_ || count > file_size_ - offset) {
      fail(fmt::format("it ends before byte {} + {}; the archive is truncated or damaged", offset, count));
    }
    std::vector<std::byte> bytes(count);
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(offset));
    file_.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(count));
    if (!file_) {
      fail("read error");
    }
    return bytes;
  }

  /// Whether an entry begins at `begin`, or the directory is empty.
  [[nodiscard]] bool is_directory(std::uint64_t begin, const EndRecord& end) {
    if (end.count == 0 || end.size < sizeof(std::uint32_t)) {
      return end.count == 0;
    }
    const std::vector<std::byte> bytes = read_bytes(begin, sizeof(std::uint32_t));
    return Record(bytes).at<std::uint32_t>(0) == entry_signature;
  }

  [[nodiscard]] EndRecord find_end() {
    const std::uint64_t tail_length = std::min(file_size_, end_length + longest_comment);
    const std::vector<std::byte> tail = read_bytes(file_size_ - tail_length, tail_length);
    const Record record(tail);
    for (std::uint64_t back = end_length; back <= tail_length; ++back) {
      const std::size_t at = tail_length - back;
      if (record.at<std::uint32_t>(at) == end_signature && record.at<std::uint16_t>(at + 20) <= back - end_length) {
        const std::uint64_t position = file_size_ - back;
        return find_end64(position).value_or(EndRecord{record.at<std::uint16_t>(at + 10),
                                                       record.at<std::uint32_t>(at + 12),
                                                       record.at<std::uint32_t>(at + 16), position});
      }
    }
    if (std::string_view(reinterpret_cast<const char*>(tail.data()), tail.size()).starts_with(gpu::lfs_pointer_mark)) {
      fail(std::string(gpu::lfs_pointer_reason));
    }
    fail("not a ZIP archive, or truncated: no directory at its end");
  }

  /// The ZIP64 end record if a locator precedes the end record at `position`.
  [[nodiscard]] std::optional<EndRecord> find_end64(std::uint64_t position) {
    if (position < end64_locator_length) {
      return std::nullopt;
    }
    const std::uint64_t locator_position = position - end64_locator_length;
    const std::vector<std::byte> before = read_bytes(locator_position, end64_locator_length);
    const Record locator(before);
    if (locator.at<std::uint32_t>(0) != end64_locator_signature) {
      return std::nullopt;
    }
    // The locator's offset does not account for data before the archive. The record usually precedes the locator
    // directly, so that place is tried too.
    const std::uint64_t beside = locator_position - std::min(locator_position, end64_length);
    for (const std::uint64_t at : {locator.at<std::uint64_t>(8), beside}) {
      if (at > locator_position || end64_length > locator_position - at) {
        continue;
      }
      const std::vector<std::byte> bytes = read_bytes(at, end64_length);
      if (const Record end(bytes); end.at<std::uint32_t>(0) == end64_signature) {
        return EndRecord{end.at<std::uint64_t>(32), end.at<std::uint64_t>(40), end.at<std::uint64_t>(48), at};
      }
    }
    fail("its ZIP64 directory is not where it should be; the archive is damaged");
  }

  /// `record` is exactly the entry's bytes.
  [[nodiscard]] Entry read_entry(const Record& record) const {
    const std::size_t name_length = record.at<std::uint16_t>(28);
    if (name_length > max_zip_name) {
      fail(fmt::format("a member's name has {} bytes, more than the limit of {}", name_length, max_zip_name));
    }
    const std::uint16_t method = record.at<std::uint16_t>(10);
    // Its type is named: GCC 12 otherwise destroys the name twice if a later member throws.
    Entry entry{.member = ZipMember{.name = record.part(entry_length, name_length).text(),
                                    .is_deflated = method == deflated,
                                    .stored_size = record.at<std::uint32_t>(20),
                                    .size = record.at<std::uint32_t>(24),
                                    .crc = record.at<std::uint32_t>(16)},
                .header_offset = record.at<std::uint32_t>(42)};
    take_zip64(record.part(entry_length + name_length, record.at<std::uint16_t>(30)), entry);
    const ZipMember& member = entry.member;
    if ((record.at<std::uint16_t>(8) & 1U) != 0) {
      fail(fmt::format("{} is encrypted; save it without encryption", member.name));
    }
    if (method != stored && method != deflated) {
      fail(fmt::format("{} uses the unsupported compression method {}; use numpy.savez_compressed", member.name,
                       method));
    }
    const std::uint64_t most = member.is_deflated ? max_expansion : 1;
    if (member.stored_size > file_size_ || member.size > member.stored_size * most ||
        (!member.is_deflated && member.size != member.stored_size)) {
      fail(fmt::format("{} claims {} bytes stored as {}, which is impossible; the archive is damaged", member.name,
                       member.size, member.stored_size));
    }
    return entry;
  }

  std::filesystem::path path_;
  std::ifstream file_;
  std::uint64_t file_size_ = 0;
};

}  // namespace

std::vector<ZipMember> read_zip_directory(const std::filesystem::path& path) {
  Archive archive(path);
  const Directory directory = archive.find_directory();
  std::vector<Entry> entries = archive.read_entries(directory);
  archive.place_members(entries, directory);
  std::vector<ZipMember> members;
  for (Entry& entry : entries) {
    members.push_back(std::move(entry.member));
  }
  return members;
}

}  // namespace texelscope::app
