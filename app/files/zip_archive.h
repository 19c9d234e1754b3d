#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace texelscope::app {

/// One file in a ZIP archive, as its directory has it.
struct ZipMember {
  std::string name;
  bool is_deflated = false;
  /// In bytes: in the archive, and when it is read.
  std::uint64_t stored_size = 0;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
  /// Of its own header, from the archive's beginning.
  std::uint64_t header_offset = 0;
};

/// A ZIP archive that is open for reading (PKWARE's APPNOTE 6.3): members stored or deflated, of any size (ZIP64), in
/// one file, not encrypted.
class ZipArchive {
 public:
  /// Reads the directory. @throws FileError when it cannot be opened, is no archive, or the directory is damaged or
  /// tells of members that the file has no room for.
  explicit ZipArchive(const std::filesystem::path& path);

  [[nodiscard]] std::span<const ZipMember> members() const noexcept { return members_; }
  /// @throws FileError for a member that is damaged, cut off, of another length than the directory says or of another
  /// checksum, encrypted, or of another compression.
  [[nodiscard]] std::vector<std::byte> read(const ZipMember& member);

 private:
  struct Directory {
    std::uint64_t count = 0;
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
  };

  [[noreturn]] void fail(const std::string& reason) const;
  [[nodiscard]] std::vector<std::byte> read_bytes(std::uint64_t offset, std::uint64_t count);
  [[nodiscard]] Directory find_directory();
  void read_directory(const Directory& directory);

  std::filesystem::path path_;
  std::ifstream file_;
  std::uint64_t file_size_ = 0;
  std::vector<ZipMember> members_;
};

}  // namespace texelscope::app
