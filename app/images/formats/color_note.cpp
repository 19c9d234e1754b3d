#include "app/images/formats/color_note.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/text/text_hash.h"

namespace texelscope::app {
namespace {

/// Tolerates rounding in files, and writers that use 1/2.2 for sRGB's curve.
constexpr std::int32_t srgb_gamma = 45455;
constexpr std::int32_t gamma_tolerance = 1000;
/// ITU-R BT.709's primaries and D65.
constexpr Chromaticities srgb_chromaticities{31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
constexpr std::int32_t chromaticity_tolerance = 500;
constexpr std::string_view srgb_name = "sRGB";

/// The description in an ICC profile (ICC.1:2010, 7.3 and 9.2.41; text of ICC.1:2001, 6.5.17): the printable ASCII
/// characters of its tag, either bytes or UTF-16.
std::string profile_description(std::span<const std::byte> profile) {
  constexpr std::size_t tags = 128;
  constexpr std::uint32_t description_tag = 0x64657363;  // "desc"
  constexpr std::size_t max_tags = 100;
  constexpr std::size_t longest = 40;
  const std::size_t count = std::min<std::size_t>(big_number_at(profile, tags), max_tags);
  for (std::size_t tag = tags + 4; tag < tags + 4 + 12 * count; tag += 12) {
    if (big_number_at(profile, tag) != description_tag) {
      continue;
    }
    const std::size_t begin = std::min<std::size_t>(big_number_at(profile, tag + 4), profile.size());
    const std::size_t size = std::min<std::size_t>(big_number_at(profile, tag + 8), profile.size() - begin);
    const auto text = profile.subspan(begin, size);
    // Text begins after 12 bytes; in Unicode with a single language, after 28.
    const bool is_unicode = big_number_at(text, 0) == 0x6D6C7563;  // "mluc"
    std::string description;
    for (std::size_t at = is_unicode ? 29 : 12; at < text.size() && description.size() < longest;
         at += is_unicode ? 2 : 1) {
      const auto sign = std::to_integer<char>(text[at]);
      if (sign < ' ' || sign > '~') {
        break;
      }
      description += sign;
    }
    return description;
  }
  return {};
}

}  // namespace

void add_color_fact(Image& image, const std::string& value, std::span<const std::byte> data) {
  image.facts.push_back(
      {"color space", value, value == srgb_name, text_hash({reinterpret_cast<const char*>(data.data()), data.size()})});
}

void add_profile(Image& image, std::span<const std::byte> profile) {
  const std::string description = profile_description(profile);
  const std::string name = description.empty() ? "ICC profile" : "ICC profile \"" + description + "\"";
  add_color_fact(image, name, profile);
  if (description.find(srgb_name) == std::string::npos) {
    add_note(image.note, fmt::format("its {} is not applied: colors are shown as sRGB", name));
  }
}

void add_coding_points(Image& image, const std::array<std::uint8_t, 4>& points) {
  struct Name {
    std::uint8_t number;
    const char* name;
  };
  // ITU-T H.273, tables 2 and 3.
  constexpr std::array primaries{Name{1, "BT.709"}, Name{9, "BT.2020"}, Name{11, "DCI-P3"}, Name{12, "Display P3"}};
  constexpr std::array transfers{Name{1, "BT.709"}, Name{4, "gamma 2.2"}, Name{8, "linear"},
                                 Name{13, "sRGB"},  Name{16, "PQ"},       Name{18, "HLG"}};
  const auto name_in = [](const auto& names, std::uint8_t number) {
    const auto* const found = std::ranges::find(names, number, &Name::number);
    return found != names.end() ? std::string(found->name) : fmt::format("number {}", number);
  };
  constexpr std::array<std::uint8_t, 4> srgb{1, 13, 0, 1};
  if (points == srgb) {
    add_color_fact(image, std::string(srgb_name));
    return;
  }
  const std::string name = fmt::format("cICP: primaries {}, transfer {}{}", name_in(primaries, points[0]),
                                       name_in(transfers, points[1]), points[3] == 0 ? ", narrow range" : "");
  add_color_fact(image, name, std::as_bytes(std::span(points)));
  add_note(image.note, fmt::format("its color space ({}) is not applied: colors are shown as sRGB", name));
}

void add_gamma(Image& image, std::optional<std::int32_t> gamma, const std::optional<Chromaticities>& colors) {
  if (!gamma && !colors) {
    return;
  }
  const bool is_srgb =
      gamma.value_or(srgb_gamma) == srgb_gamma && colors.value_or(srgb_chromaticities) == srgb_chromaticities;
  const std::string numbers =
      fmt::format("{}{}{}", gamma ? fmt::format("gamma {}", *gamma / 100000.0) : "", gamma && colors ? ", " : "",
                  colors ? fmt::format("chromaticities {}", fmt::join(*colors, " ")) : "");
  add_color_fact(image, is_srgb ? std::string(srgb_name) : numbers);
  std::vector<std::string> parts;
  if (gamma && *gamma > 0 && std::abs(*gamma - srgb_gamma) > gamma_tolerance) {
    parts.push_back(fmt::format("gamma {:.3g}", 100000.0 / *gamma));
  }
  const auto is_near = [](std::int32_t a, std::int32_t b) { return std::abs(a - b) <= chromaticity_tolerance; };
  if (colors && !std::ranges::equal(*colors, srgb_chromaticities, is_near)) {
    parts.emplace_back("primaries");
  }
  if (!parts.empty()) {
    add_note(image.note, fmt::format("its {} {} not applied: colors are shown as sRGB", fmt::join(parts, " and "),
                                     parts.size() == 1 && gamma && parts[0][0] == 'g' ? "is" : "are"));
  }
}

}  // namespace texelscope::app
