#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace texelscope::app {

/// One file in a ZIP archive.
struct ZipMember {
  std::string name;
  bool is_deflated = false;
  /// In bytes: in the archive, and unpacked.
  std::uint64_t stored_size = 0;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
  /// From the file's beginning.
  std::uint64_t data_offset = 0;
};

/// Longest name of a member, in bytes, and most members of an archive.
inline constexpr std::size_t max_zip_name = 1024;
inline constexpr std::uint64_t max_zip_members = 65536;

/// The members of a ZIP archive in the order of its directory (PKWARE's APPNOTE 6.3): stored or deflated, of any size
/// (ZIP64), in one file, not encrypted. Data before the archive, such as a program that unpacks it, is skipped. Reads
/// the directory and each member's own header, no data; ZipStream reads those.
/// @throws FileError for a file that cannot be opened, is no archive or is damaged; for a name or a count beyond the
/// limits; for members that the file has no room for, that overlap, or that claim more than deflate can pack.
[[nodiscard]] std::vector<ZipMember> read_zip_directory(const std::filesystem::path& path);

}  // namespace texelscope::app
