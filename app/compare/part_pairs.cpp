#include "app/compare/part_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>

#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr std::string_view color_names[] = {"rgba", "rgb", "ya", "y", "red green blue", "red green blue alpha"};

/// The name of a picture, without the letters of its color channels, and without an empty name of its layer.
std::string layer_key(std::string_view name) {
  const std::size_t slash = name.find('/') + 1;  // 0 if there is none
  const std::size_t point = name.rfind('.');
  const bool has_layer = point != std::string_view::npos && point >= slash;
  std::string_view layer = has_layer ? name.substr(0, point) : name.substr(0, slash);
  std::string channels(name.substr(has_layer ? point + 1 : slash));
  std::ranges::transform(channels, channels.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  const bool is_color = std::ranges::find(color_names, channels) != std::end(color_names);
  return fmt::format("{}.{}", layer, is_color ? std::string_view("color") : std::string_view(channels));
}

std::string list_text(std::span<const std::string> names) {
  constexpr std::size_t max_listed = 8;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), max_listed))) {
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", shown_line(name, 60));
  }
  return names.size() > max_listed ? fmt::format("{} and {} more", text, names.size() - max_listed) : text;
}

}  // namespace

PartPairs pair_parts(std::span<const std::string> expected, std::span<const std::string> actual) {
  std::vector<bool> is_paired(actual.size());
  std::vector<std::size_t> partners(expected.size(), actual.size());
  // A file may have both "RGB" and ".RGB".
  for (const bool is_exact : {true, false}) {
    const auto key = [&](const std::string& name) { return is_exact ? name : layer_key(name); };
    std::multimap<std::string, std::size_t> free;
    for (std::size_t i = 0; i < actual.size(); ++i) {
      if (!is_paired[i]) {
        free.emplace(key(actual[i]), i);
      }
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto found = partners[i] == actual.size() ? free.find(key(expected[i])) : free.end();
      if (found != free.end()) {
        partners[i] = found->second;
        is_paired[found->second] = true;
        free.erase(found);
      }
    }
  }
  PartPairs pairs;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (partners[i] < actual.size()) {
      pairs.same.emplace_back(i, partners[i]);
    } else {
      pairs.missing.push_back(expected[i]);
    }
  }
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (!is_paired[i]) {
      pairs.added.push_back(actual[i]);
    }
  }
  return pairs;
}

std::string unpaired_text(const PartPairs& pairs) {
  const auto text_of = [](const char* file, std::span<const std::string> names) {
    return names.empty() ? "" : fmt::format("the {} file has no {}", file, list_text(names));
  };
  const std::string missing = text_of("actual", pairs.missing);
  const std::string added = text_of("expected", pairs.added);
  return missing.empty() || added.empty() ? missing + added : fmt::format("{}, and {}", missing, added);
}

}  // namespace texelscope::app
