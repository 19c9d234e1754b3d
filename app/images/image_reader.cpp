#include "app/images/image_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <unordered_map>
#include <utility>

#include "app/files/byte_source.h"
#include "app/images/formats/picture_format.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

std::optional<std::size_t> numbered_part(std::string_view part, std::size_t count) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
  const bool is_number = error == std::errc{} && end == part.data() + part.size();
  return is_number && number >= 1 && number <= count ? std::optional{number - 1} : std::nullopt;
}

/// A part by its number, or by the first words of its name: "layer 1" is its first picture, "layer 1 level 0".
std::optional<std::size_t> unnamed_part(std::span<const std::string> names, std::string_view part) {
  if (const std::optional<std::size_t> number = numbered_part(part, names.size());
      number || part.find(' ') == std::string_view::npos) {
    return number;
  }
  const auto found = std::ranges::find_if(
      names, [beginning = std::string(part) + " "](const std::string& name) { return name.starts_with(beginning); });
  return found != names.end() ? std::optional(static_cast<std::size_t>(found - names.begin())) : std::nullopt;
}

}  // namespace

std::string names_text(std::span<const std::string> names) {
  constexpr std::size_t max_listed = 12;
  constexpr std::size_t max_bytes = 60;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), max_listed))) {
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", shown_line(name, max_bytes));
  }
  return names.size() > max_listed ? fmt::format("{} and {} more", text, names.size() - max_listed) : text;
}

class ImageReader::Impl {
 public:
  /// `bytes` are those of the source if they are in memory; otherwise empty.
  Impl(std::unique_ptr<ByteSource> source, std::span<const std::byte> bytes, std::filesystem::path path)
      : path_{std::move(path)},
        source_{std::move(source)},
        bytes_{bytes},
        format_{format_of(beginning(), path_)},
        parts_{format_.open != nullptr ? format_.open(file_) : PictureParts()} {}

  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return parts_.names; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view part) {
    const bool is_first = positions_.empty();
    for (std::size_t i = 0; is_first && i < names().size(); ++i) {
      positions_.emplace(names()[i], i);
    }
    if (const auto named = positions_.find(part); named != positions_.end()) {
      return named->second;
    }
    // A file without parts is its own first part.
    return names().empty() ? numbered_part(part, 1) : unnamed_part(names(), part);
  }
  [[nodiscard]] Image read(const ReadOptions& options) {
    const std::optional<std::size_t> part = options.part.empty() ? 0 : find(options.part);
    if (!part) {
      fail_part(options.part);
    }
    Image image = read_part(*part, options.orientation);
    if (names().size() > 1) {
      image.parts = names();
      image.whole_parts = parts_.num_whole;
    }
    if (parts_.num_whole > 1 && options.part.empty()) {
      add_note(image.note, fmt::format("only the first of its {} parts is read: {}", parts_.num_whole,
                                       names_text(std::span(names()).first(parts_.num_whole))));
    }
    return image;
  }
  [[nodiscard]] Image read_part(std::size_t index, Orientation orientation) const {
    if (parts_.read) {
      return parts_.read(index, orientation);
    }
    const std::vector<std::byte> read =
        bytes_.empty() ? read_source(*source_, path_, largest_image_file) : std::vector<std::byte>();
    return format_.decode({*source_, bytes_.empty() ? read : bytes_, path_, orientation});
  }
  [[nodiscard]] std::optional<Image> read_blocks(std::size_t index) const {
    return parts_.read_blocks ? std::optional(parts_.read_blocks(index)) : std::nullopt;
  }

 private:
  [[nodiscard]] std::vector<std::byte> beginning() const {
    std::vector<std::byte> bytes(std::min<std::uint64_t>(beginning_bytes, source_->size()));
    bytes.resize(source_->read(0, bytes));
    return bytes;
  }
  [[noreturn]] void fail_part(std::string_view part) const {
    const std::string reason = names().empty() ? "it has only one part; omit the part"
                                               : fmt::format("it has {}; use a name, or a number from 1 to {}",
                                                             names_text(names()), names().size());
    throw FileError(fmt::format("cannot read part '{}' of {}: {}", shown_line(part, 80), path_.string(), reason));
  }

  std::filesystem::path path_;
  std::unique_ptr<ByteSource> source_;
  std::span<const std::byte> bytes_;
  BlockSource blocks_{*source_};
  PictureFile file_{blocks_, {}, path_};
  const PictureFormat& format_;
  PictureParts parts_;
  /// The first position of each name; filled by the first search.
  std::unordered_map<std::string_view, std::size_t> positions_;
};

ImageReader::ImageReader(const FilePlace& file) : ImageReader(std::make_unique<FileSource>(file), file.path) {}

ImageReader::ImageReader(std::span<const std::byte> bytes, const std::filesystem::path& path)
    : impl_{std::make_unique<Impl>(std::make_unique<MemorySource>(bytes), bytes, path)} {}

ImageReader::ImageReader(std::unique_ptr<ByteSource> source, const std::filesystem::path& path)
    : impl_{std::make_unique<Impl>(std::move(source), std::span<const std::byte>(), path)} {}

ImageReader::~ImageReader() = default;

const std::vector<std::string>& ImageReader::parts() const noexcept { return impl_->names(); }

std::optional<std::size_t> ImageReader::find(std::string_view part) const { return impl_->find(part); }

Image ImageReader::read(const ReadOptions& options) const { return impl_->read(options); }

Image ImageReader::read_part(std::size_t index, Orientation orientation) const {
  return impl_->read_part(index, orientation);
}

std::optional<Image> ImageReader::read_blocks(std::size_t index) const { return impl_->read_blocks(index); }

std::optional<std::size_t> find_part(std::span<const std::string> names, std::string_view part) {
  const auto named = std::ranges::find(names, part);
  return named != names.end() ? std::optional(static_cast<std::size_t>(named - names.begin()))
                              : unnamed_part(names, part);
}

}  // namespace texelscope::app
