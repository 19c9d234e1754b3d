#include "app/compare/name_hints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>

#include "app/text/base_letter.h"

namespace texelscope::app {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char character) { return static_cast<unsigned char>(character) < 0x80; });
}

/// The name without extension, in lower case and without accents: two files with equal names may be meant as a pair.
std::string likeness(const std::string& name) {
  const std::string stem = std::filesystem::path(name).replace_extension().generic_string();
  std::string letters;
  for (std::size_t at = 0; at < stem.size(); ++at) {
    const auto first = static_cast<unsigned char>(stem[at]);
    const unsigned second = at + 1 < stem.size() ? static_cast<unsigned char>(stem[at + 1]) : 0U;
    // Two bytes of UTF-8.
    const unsigned code =
        (first & 0xE0U) == 0xC0U && (second & 0xC0U) == 0x80U ? (first & 0x1FU) << 6U | (second & 0x3FU) : 0U;
    if (is_combining_accent(code)) {
      ++at;
    } else if (const char letter = decomposed_letter(code); letter != '\0') {
      letters += letter;
      ++at;
    } else {
      letters += first >= 'A' && first <= 'Z' ? static_cast<char>(first - 'A' + 'a') : stem[at];
    }
  }
  return letters;
}

}  // namespace

void add_name_hints(const std::vector<std::string>& expected, const std::vector<std::string>& actual,
                    std::vector<FilePair>& pairs) {
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::binary_search(names, name);
  };
  std::array<std::map<std::string, std::string>, 2> lone;
  for (const FilePair& pair : pairs) {
    if (has(expected, pair.name) != has(actual, pair.name)) {
      lone[has(actual, pair.name) ? 1 : 0][likeness(pair.name)] = pair.name;
    }
  }
  for (FilePair& pair : pairs) {
    const bool is_expected = has(expected, pair.name);
    if (is_expected == has(actual, pair.name)) {
      continue;
    }
    const auto& others = lone[is_expected ? 1 : 0];
    if (const auto other = others.find(likeness(pair.name)); other != others.end()) {
      const bool may_look_alike = !is_ascii(pair.name) && !is_ascii(other->second);
      pair.hint = fmt::format("the {} folder has {}; use the same name and extension for both{}",
                              is_expected ? "actual" : "expected", other->second,
                              may_look_alike ? ", with accents in one Unicode form, such as NFC" : "");
    }
  }
}

}  // namespace texelscope::app
