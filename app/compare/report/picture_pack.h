#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// Collects small images of a report's folder in few files, because thousands of small files take longer to write and
/// to upload than the comparison. A pack is a script, which a page can load even from file URLs:
///
///     texelscope_pictures([
///     "png BASE64",
///     "jpg BASE64"]);
///
/// The path of an image is that of its pack, "#", and its index.
class PicturePacks {
 public:
  /// `next_path` names a new pack, relative to the report's folder; `write` writes it.
  PicturePacks(std::function<std::string()> next_path, std::function<void(const std::string&, std::string_view)> write)
      : next_path_{std::move(next_path)}, write_{std::move(write)} {}

  /// Returns the path of the image. Throws what `write` throws.
  std::string add(const ReportPicture& picture);
  /// Writes the last pack.
  void finish();

 private:
  std::function<std::string()> next_path_;
  std::function<void(const std::string&, std::string_view)> write_;
  std::string path_;
  std::string text_;
  std::size_t count_ = 0;
};

/// Whether an image is small, and others do not open its file by name: reports contain such an image once, even if
/// several pairs show it.
[[nodiscard]] bool is_small_picture(const PairResult& result, const ReportPicture& picture);
/// Whether the path of an image is in a pack.
[[nodiscard]] bool is_packed(const ReportPicture& picture);
/// The path of the file: of the pack, or else of the image.
[[nodiscard]] std::string file_of_picture(const std::string& path);

/// Reads images from the packs of an untrusted report.
class PackReader {
 public:
  explicit PackReader(gpu::Folder report) : report_{std::move(report)} {}

  /// Sets the extension and the bytes of an image whose path is in a pack. @throws FileError.
  void read(ReportPicture& picture);

 private:
  const std::vector<std::string>& pack(const std::string& path);

  gpu::Folder report_;
  /// The images of the packs read last.
  std::map<std::string, std::vector<std::string>> packs_;
};

}  // namespace texelscope::app
