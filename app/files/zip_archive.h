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
  /// The sizes in bytes, compressed and decompressed.
  std::uint64_t stored_size = 0;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
  /// The offset of the data from the file's beginning.
  std::uint64_t data_offset = 0;
};

/// Maximum length of a member's name in bytes, and maximum number of members of an archive.
inline constexpr std::size_t max_zip_name = 1024;
inline constexpr std::uint64_t max_zip_members = 65536;

/// The members of a ZIP archive in the order of its directory (PKWARE's APPNOTE 6.3): stored or deflated, of any size
/// (ZIP64), in one file, not encrypted. Skips data before the archive, such as a self-extracting program. Reads the
/// directory and each member's own header, but no data, which ZipStream reads.
/// @throws FileError for a file that cannot be opened, is not an archive or is damaged; for a name or a count beyond
/// the limits; for members that do not fit in the file, that overlap, or that claim more than deflate can compress.
[[nodiscard]] std::vector<ZipMember> read_zip_directory(const std::filesystem::path& path);

}  // namespace texelscope::app
