#include "app/images/formats/unread_formats.h"

#include <algorithm>
#include <array>

#include "app/files/file_kinds.h"

namespace texelscope::app {
namespace {

using namespace std::string_view_literals;

struct UnreadFormat {
  std::string_view name;
  /// Position of the magic bytes in the file.
  std::size_t offset;
  std::string_view mark;
};

/// The first match is used.
constexpr std::array unread_formats = {
    UnreadFormat{"a GIF image", 0, "GIF87a"sv},
    UnreadFormat{"a GIF image", 0, "GIF89a"sv},
    UnreadFormat{"an AVIF image", 4, "ftypavi"sv},
    UnreadFormat{"a HEIC image", 4, "ftyphei"sv},
    UnreadFormat{"a HEIC image", 4, "ftyphev"sv},
    UnreadFormat{"a HEIC or AVIF image", 4, "ftypmif1"sv},
    UnreadFormat{"a HEIC or AVIF image", 4, "ftypmsf1"sv},
    UnreadFormat{"a JPEG XL image", 0, "\xff\x0a"sv},
    UnreadFormat{"a JPEG XL image", 0, "\0\0\0\x0cJXL "sv},
    UnreadFormat{"a JPEG 2000 image", 0, "\0\0\0\x0cjP  "sv},
    UnreadFormat{"a JPEG 2000 image", 0, "\xff\x4f\xff\x51"sv},
    UnreadFormat{"an MNG animation", 0, "\x8aMNG\r\n\x1a\n"sv},
    UnreadFormat{"a JNG image", 0, "\x8bJNG\r\n\x1a\n"sv},
    UnreadFormat{"a Photoshop document", 0, "8BPS"sv},
    UnreadFormat{"a PDF document", 0, "%PDF-"sv},
    UnreadFormat{"a PAM image", 0, "P7\n"sv},
    UnreadFormat{"a PAM image", 0, "P7\r\n"sv},
    UnreadFormat{"a four-channel float map (PF4)", 0, "PF4\n"sv},
    UnreadFormat{"a four-channel float map (PF4)", 0, "PF4\r\n"sv},
    UnreadFormat{"a QOI image", 0, "qoif"sv},
    UnreadFormat{"a Windows icon", 0, "\0\0\1\0"sv},
    UnreadFormat{"a Windows cursor", 0, "\0\0\2\0"sv},
};

constexpr std::array picture_endings = {".apng"sv, ".avif"sv, ".cur"sv, ".gif"sv, ".heic"sv, ".heif"sv, ".ico"sv,
                                        ".j2k"sv,  ".jfif"sv, ".jng"sv, ".jp2"sv, ".jpe"sv,  ".jxl"sv,  ".mng"sv,
                                        ".pam"sv,  ".psb"sv,  ".psd"sv, ".qoi"sv, ".svg"sv,  ".svgz"sv, ".xcf"sv};

/// An SVG file may have a declaration, a document type and comments before its root element.
bool is_svg(std::string_view text) {
  constexpr std::size_t bytes_before_element = 4096;
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  text = text.substr(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0, bytes_before_element);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != std::string_view::npos && text[start] == '<' && text.find("<svg") != std::string_view::npos;
}

bool has_mark(std::string_view text, const UnreadFormat& format) {
  return text.size() >= format.offset && text.substr(format.offset).starts_with(format.mark);
}

}  // namespace

bool begins_as_unread_picture(std::span<const std::byte> bytes) {
  constexpr std::size_t sure_mark_bytes = 6;
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  return std::ranges::any_of(unread_formats, [&](const UnreadFormat& format) {
    return format.mark.size() >= sure_mark_bytes && has_mark(text, format);
  });
}

bool is_unread_picture_name(const std::filesystem::path& file) {
  return std::ranges::find(picture_endings, small_extension(file)) != picture_endings.end();
}

std::string_view unread_format(std::span<const std::byte> bytes) {
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  const auto* const found =
      std::ranges::find_if(unread_formats, [&](const UnreadFormat& format) { return has_mark(text, format); });
  if (found != unread_formats.end()) {
    return found->name;
  }
  return is_svg(text) ? "an SVG drawing" : "";
}

}  // namespace texelscope::app
