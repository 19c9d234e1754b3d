#include "app/compare/report/picture_pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_text.h"
#include "app/text/escape.h"
#include "app/text/option_text.h"

namespace texelscope::app {
namespace {

constexpr std::string_view pack_begin = "texelscope_pictures([\n";
constexpr std::string_view pack_end = "]);\n";
/// Characters after which a pack is written. A page loads a whole pack to show one of its images.
constexpr std::size_t full_pack = std::size_t{1} << 20U;
/// More than a pack with its last image, which has at most 256 KB.
constexpr std::uintmax_t largest_pack = std::uintmax_t{1} << 21U;
/// Packs in memory.
constexpr std::size_t most_read_packs = 8;

/// The bytes up to the first character that is not a digit of base64 (RFC 4648), such as padding.
std::vector<std::byte> bytes_of_base64(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 4 * 3);
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char character : text) {
    const std::size_t digit = digits.find(character);
    if (digit == std::string_view::npos) {
      break;
    }
    group = group << 6U | static_cast<std::uint32_t>(digit);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<std::byte>(group >> bits & 255U));
    }
  }
  return bytes;
}

std::optional<std::size_t> index_of(std::string_view path) {
  return number_from<std::size_t>(path.substr(std::min(path.find('#') + 1, path.size())));
}

}  // namespace

std::string PicturePacks::add(const ReportPicture& picture) {
  if (text_.empty()) {
    path_ = next_path_();
    text_ = pack_begin;
    count_ = 0;
  }
  text_ += fmt::format("{}\"{} {}\"", count_ > 0 ? ",\n" : "", picture.ending, base64(picture.bytes));
  std::string path = fmt::format("{}#{}", path_, count_++);
  if (text_.size() >= full_pack) {
    finish();
  }
  return path;
}

void PicturePacks::finish() {
  if (!text_.empty()) {
    write_(path_, text_ += pack_end);
    text_.clear();
  }
}

bool is_small_picture(const PairResult& result, const ReportPicture& picture) {
  return is_packed(picture) || picture.kind == "thumbnail" || picture.kind == "place" ||
         (result.has_passed() && result.comparison && result.comparison->differing_pixels == 0);
}

bool is_packed(const ReportPicture& picture) { return picture.path.find('#') != std::string::npos; }

std::string file_of_picture(const std::string& path) { return path.substr(0, path.find('#')); }

const std::vector<std::string>& PackReader::pack(const std::string& path) {
  if (const auto found = packs_.find(path); found != packs_.end()) {
    return found->second;
  }
  const FilePlace file(report_.path() / path, report_);
  const std::vector<std::byte> bytes = read_file(file, largest_pack);
  std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  std::vector<std::string> pictures;
  try {
    if (!text.starts_with(pack_begin) || !text.ends_with(pack_end)) {
      throw FileError("it is not a list of images");
    }
    text.remove_prefix(pack_begin.size() - 2);
    text.remove_suffix(pack_end.size() - 1);
    pictures = parse_json(text).get<std::vector<std::string>>();
  } catch (const std::exception& error) {
    throw FileError(fmt::format("cannot read {}: {}; repeat the comparison", file.path.string(), error.what()));
  }
  if (packs_.size() >= most_read_packs) {
    packs_.clear();
  }
  return packs_.emplace(path, std::move(pictures)).first->second;
}

void PackReader::read(ReportPicture& picture) {
  const std::vector<std::string>& pictures = pack(file_of_picture(picture.path));
  const std::optional<std::size_t> index = index_of(picture.path);
  if (!index || *index >= pictures.size()) {
    throw FileError(fmt::format("cannot read {}: it contains {} images; repeat the comparison",
                                (report_.path() / picture.path).string(), pictures.size()));
  }
  const std::string& text = pictures[*index];
  const std::size_t space = std::min(text.find(' '), text.size());
  picture.ending = text.substr(0, space);
  picture.bytes = bytes_of_base64(std::string_view(text).substr(std::min(space + 1, text.size())));
}

}  // namespace texelscope::app
