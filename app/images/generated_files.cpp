#include "app/images/generated_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "app/files/file.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_text_bytes = 256U << 20U;

/// The difference between a text file and the expected contents; empty if there is none.
std::string fault_of_text(const FilePlace& file, const std::string& text) {
  if (!fs::exists(file.path)) {
    return "is missing";
  }
  const std::vector<std::byte> bytes = read_file(file, largest_text_bytes);
  const std::string_view there(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (there == text) {
    return "";
  }
  const auto [first, second] = std::ranges::mismatch(there, text);
  return fmt::format("differs starting at line {}", 1 + std::count(there.begin(), first, '\n'));
}

/// The difference between an image file and the expected image, likewise.
std::string fault_of_picture(const FilePlace& file, const Image& image, std::span<const Rect> varying) {
  if (!fs::exists(file.path)) {
    return "is missing";
  }
  Image there;
  try {
    there = with_8_bits(load_image(file));
  } catch (const FileError& error) {
    return fmt::format("cannot be read: {}", error.what());
  }
  if (there.width != image.width || there.height != image.height || there.channels != image.channels) {
    return fmt::format("is {} × {} pixels with {} channels, not {} × {} with {}", there.width, there.height,
                       there.channels, image.width, image.height, image.channels);
  }
  std::size_t differing = 0;
  std::string first;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const auto at =
          (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) *
          static_cast<std::size_t>(image.channels);
      const bool is_same = std::equal(image.pixels.begin() + static_cast<std::ptrdiff_t>(at),
                                      image.pixels.begin() + static_cast<std::ptrdiff_t>(at) + image.channels,
                                      there.pixels.begin() + static_cast<std::ptrdiff_t>(at));
      if (!is_same && std::ranges::none_of(varying, [&](const Rect& rect) { return rect.contains(x, y); })) {
        first = differing++ == 0 ? fmt::format("({}, {})", x, y) : first;
      }
    }
  }
  return differing == 0 ? "" : fmt::format("differs in {} pixels, the first at {}", differing, first);
}

}  // namespace

GeneratedFiles::GeneratedFiles(const fs::path& folder, Use use) : use_{use} {
  if (use_ == Use::write && !folder.empty()) {
    make_folder(folder);
  }
  // An empty path is the current folder.
  folder_ = folder.empty() ? "." : folder;
}

FilePlace GeneratedFiles::place_of(const std::string& name) const { return {folder_.path() / name, folder_}; }

void GeneratedFiles::add_text(const std::string& name, const std::string& text) {
  const FilePlace file = place_of(name);
  settle(file.path.lexically_normal(), fault_of_text(file, text),
         [&] { write_file(file, [&](std::ostream& out) { out << text; }); });
}

void GeneratedFiles::add_picture(const std::string& name, const Image& image, std::span<const Rect> varying) {
  const FilePlace file = place_of(name);
  settle(file.path.lexically_normal(), fault_of_picture(file, image, varying), [&] { save_png(file, image); });
}

void GeneratedFiles::settle(const fs::path& path, const std::string& fault, const std::function<void()>& write) {
  if (fault.empty()) {
    return;
  }
  if (use_ == Use::write) {
    write();
  }
  changes_.push_back(use_ == Use::write ? path.string() : fmt::format("{} {}", path.string(), fault));
}

}  // namespace texelscope::app
