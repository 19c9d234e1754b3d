#pragma once

#include <filesystem>
#include <istream>
#include <memory>
#include <string>

#include "app/files/zip_archive.h"

namespace texelscope::app {

/// The bytes of an archive's member, unpacked as they are read: of a large member, little is in memory. Seeks find out
/// the size and the position, and come back to where they began; they skip nothing.
class ZipStream : public std::istream {
 public:
  /// `member` as read_zip_directory() gives it. @throws FileError where the archive cannot be opened.
  ZipStream(const std::filesystem::path& archive, const ZipMember& member);
  ~ZipStream() override;
  ZipStream(const ZipStream&) = delete;
  ZipStream& operator=(const ZipStream&) = delete;

  /// The damage found in the bytes read so far; empty for none. The stream ends there.
  [[nodiscard]] const std::string& fault() const noexcept;
  /// Reads to the member's end. @throws FileError for bytes that are cut off, damaged, of another length than the
  /// directory says, or of another checksum.
  void finish();

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace texelscope::app
