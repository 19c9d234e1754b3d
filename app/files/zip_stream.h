#pragma once

#include <filesystem>
#include <istream>
#include <memory>
#include <string>

#include "app/files/zip_archive.h"

namespace texelscope::app {

/// The bytes of an archive member, decompressed as they are read, using little memory even for large members. Seeking
/// supports determining size and position and returning to the start position; it cannot skip data.
class ZipStream : public std::istream {
 public:
  /// `member` must be a result of read_zip_directory(). @throws FileError if the archive cannot be opened.
  ZipStream(const std::filesystem::path& archive, const ZipMember& member);
  ~ZipStream() override;
  ZipStream(const ZipStream&) = delete;
  ZipStream& operator=(const ZipStream&) = delete;

  /// The damage found in the bytes read so far; empty if there is none. The stream ends there.
  [[nodiscard]] const std::string& fault() const noexcept;
  /// Reads to the end of the member. @throws FileError for bytes that are truncated, damaged, or do not match the
  /// directory's length or checksum.
  void finish();

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace texelscope::app
