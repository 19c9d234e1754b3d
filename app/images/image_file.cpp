#include "app/images/image_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "app/files/file.h"
#include "app/files/file_kinds.h"
#include "app/images/formats/picture_format.h"
#include "app/images/formats/unread_formats.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// A name without an extension is accepted.
void require_png_name(const fs::path& path, std::string_view other_endings = "") {
  const std::string ending = small_extension(path);
  if (!ending.empty() && ending != ".png") {
    throw FileError(fmt::format("cannot write {}: images are written as PNG, not as {}; use a name that ends in .png{}",
                                path.string(), ending, other_endings));
  }
}

}  // namespace

Image decode_image(std::span<const std::byte> bytes, const fs::path& path, const ReadOptions& options) {
  return ImageReader(bytes, path).read(options);
}

std::vector<std::string> image_parts(const FilePlace& file) { return ImageReader(file).parts(); }

bool has_image_content(const FilePlace& file) {
  try {
    static_cast<void>(image_parts(file));
  } catch (const UnknownFileFormat&) {
    return false;
  } catch (const FileError&) {
    // A damaged image.
  }
  return true;
}

std::vector<std::string_view> image_endings() {
  std::vector<std::string_view> endings;
  for (const PictureFormat& format : picture_formats()) {
    std::ranges::copy_if(format.endings, std::back_inserter(endings),
                         [](std::string_view ending) { return !ending.empty(); });
  }
  return endings;
}

std::string image_endings_text() { return alternatives_text(image_endings()); }

bool is_image_name(const fs::path& file) {
  const std::string extension = small_extension(file);
  const std::vector<std::string_view> endings = image_endings();
  return !extension.empty() && std::ranges::find(endings, extension.substr(1)) != endings.end();
}

bool is_picture_file(const FilePlace& file) {
  if (is_image_name(file.path) || is_unread_picture_name(file.path)) {
    return true;
  }
  // The magic numbers of the other formats are so short that other files begin with them by chance.
  constexpr bool (*marked_formats[])(std::span<const std::byte>) = {is_png, is_jpeg, is_hdr, is_webp, is_tiff,
                                                                    is_exr, is_dds,  is_ktx, is_ktx2};
  try {
    const FileSource source(file);
    std::vector<std::byte> beginning(std::min<std::uint64_t>(beginning_bytes, source.size()));
    beginning.resize(source.read(0, beginning));
    return std::ranges::any_of(marked_formats, [&](const auto& begins) { return begins(beginning); }) ||
           begins_as_unread_picture(beginning);
  } catch (const FileError&) {
    return false;
  }
}

Image load_image(const FilePlace& file, const ReadOptions& options) { return ImageReader(file).read(options); }

void require_writable_png(const fs::path& path, std::string_view other_endings) {
  require_png_name(path, other_endings);
  require_writable(path);
}

void save_png(const FilePlace& file, const Image& image) {
  require_png_name(file.path);
  write_file(file, [&](std::ostream& out) { write_png(out, image); });
}

}  // namespace texelscope::app
