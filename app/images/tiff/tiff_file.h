#pragma once

#include <tiffio.h>

#include <cstdint>
#include <string>

#include "app/images/formats/picture_decoders.h"

namespace texelscope::app {

/// A TIFF file that libtiff reads from the byte source. The library's messages are collected only here.
class TiffFile {
 public:
  /// @throws FileError if it is not a TIFF file, or its first page is damaged.
  explicit TiffFile(const PictureFile& file);
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;
  ~TiffFile();

  /// The handle for the library's functions. Each function may record an error: see require().
  [[nodiscard]] TIFF* handle() const noexcept { return handle_; }
  /// @throws FileError with the first error of the library since the page began, even if `is_done` is true.
  void require(bool is_done = true) const;
  /// Reads the page whose directory is at this position, and forgets the messages about others. @throws FileError.
  void begin_page(std::uint64_t directory);
  /// Makes later warnings count as damage: for pixels, the library warns when it fills in missing data.
  void begin_pixels() { warns_of_damage_ = true; }
  /// The first warning about the page's directory; empty if there is none.
  [[nodiscard]] const std::string& warning() const noexcept { return warning_; }

  /// A field of the page; the default of TIFF 6.0 if it is missing.
  template <class Value>
  [[nodiscard]] Value field(std::uint32_t tag) const {
    Value value{};
    static_cast<void>(TIFFGetFieldDefaulted(handle_, tag, &value));
    return value;
  }

 private:
  struct Callbacks;

  const PictureFile& file_;
  TIFF* handle_ = nullptr;
  std::uint64_t position_ = 0;
  bool warns_of_damage_ = false;
  std::string error_;
  std::string warning_;
};

}  // namespace texelscope::app
