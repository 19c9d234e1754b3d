#include "app/text/visual_order.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "app/text/arabic_forms.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

enum class Direction : unsigned char { left_to_right, right_to_left, digit, neutral };

/// A letter with the accents that follow it.
struct Cluster {
  std::string text;
  Direction direction;
};

bool is_accent(char32_t code) {
  return (code >= 0x300 && code < 0x370) ||
         (code >= 0x591 && code <= 0x5C7 && code != 0x5BE && code != 0x5C0 && code != 0x5C3 && code != 0x5C6) ||
         (code >= 0x610 && code <= 0x61A) || (code >= 0x64B && code <= 0x65F) || code == 0x670 ||
         (code >= 0x6D6 && code <= 0x6DC) || (code >= 0x6DF && code <= 0x6E4) || (code >= 0x6EA && code <= 0x6ED);
}

bool is_right_to_left(char32_t code) {
  return (code >= 0x590 && code <= 0x8FF) || (code >= 0xFB1D && code <= 0xFDFF) || (code >= 0xFE70 && code <= 0xFEFE) ||
         (code >= 0x10800 && code <= 0x10FFF) || (code >= 0x1E800 && code <= 0x1EFFF);
}

Direction direction_of(char32_t code) {
  if ((code >= '0' && code <= '9') || (code >= 0x660 && code <= 0x669) || (code >= 0x6F0 && code <= 0x6F9)) {
    return Direction::digit;
  }
  if (is_right_to_left(code)) {
    return Direction::right_to_left;
  }
  const bool is_letter = (code >= 'A' && code <= 'Z') || (code >= 'a' && code <= 'z') || code >= 0xC0;
  const bool is_sign = (code >= 0x2000 && code < 0x2C00) || (code >= 0x3000 && code < 0x3005);
  return is_letter && !is_sign ? Direction::left_to_right : Direction::neutral;
}

std::vector<Cluster> clusters_of(std::string_view text) {
  std::vector<Cluster> clusters;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t code = take_code_point(text, at);
    const std::string_view letter = text.substr(begin, at - begin);
    if (is_accent(code) && !clusters.empty()) {
      clusters.back().text += letter;
    } else {
      clusters.push_back({std::string(letter), direction_of(code)});
    }
  }
  return clusters;
}

/// Brackets face the other way in reversed text.
std::string mirrored(std::string text) {
  constexpr std::string_view brackets = "()[]{}<>";
  if (const std::size_t at = text.size() == 1 ? brackets.find(text[0]) : std::string_view::npos;
      at != std::string_view::npos) {
    text[0] = brackets[at ^ 1U];
  }
  return text;
}

/// The end of the number at `begin`, which may contain single points and commas; `begin` if there is none.
std::size_t end_of_number(const std::vector<Cluster>& clusters, std::size_t begin, std::size_t end) {
  std::size_t at = begin;
  while (at < end && clusters[at].direction == Direction::digit) {
    ++at;
    const bool has_point = at + 1 < end && (clusters[at].text == "." || clusters[at].text == ",") &&
                           clusters[at + 1].direction == Direction::digit;
    at += has_point ? 1 : 0;
  }
  return at;
}

/// The end of a run with the brackets that close those within it.
std::size_t with_closing_brackets(const std::vector<Cluster>& clusters, std::size_t begin, std::size_t end) {
  std::ptrdiff_t open = 0;
  const auto count = [&](const Cluster& cluster) {
    open += cluster.text == "(" || cluster.text == "[" || cluster.text == "{" ? 1 : 0;
    open -= cluster.text == ")" || cluster.text == "]" || cluster.text == "}" ? 1 : 0;
  };
  std::for_each(clusters.begin() + static_cast<std::ptrdiff_t>(begin),
                clusters.begin() + static_cast<std::ptrdiff_t>(end), count);
  for (std::ptrdiff_t before = open; end < clusters.size() && before > 0; before = open) {
    count(clusters[end]);
    if (open >= before) {
      break;
    }
    ++end;
  }
  return end;
}

/// Appends the clusters, whose first is from right to left, in the reversed order.
void append_reversed(const std::vector<Cluster>& clusters, std::size_t begin, std::size_t end, std::string& visual) {
  std::vector<std::string> parts;
  for (std::size_t at = begin; at < end;) {
    const std::size_t number_end = end_of_number(clusters, at, end);
    std::string part;
    if (number_end == at) {
      part = mirrored(clusters[at++].text);
    }
    for (; at < number_end; ++at) {
      part += clusters[at].text;
    }
    parts.push_back(std::move(part));
  }
  std::for_each(parts.rbegin(), parts.rend(), [&](const std::string& part) { visual += part; });
}

}  // namespace

std::string visual_order(std::string_view text) {
  // The letters of these scripts begin with 0xD6 … 0xE0, 0xEF or 0xF0.
  if (std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0xD6; })) {
    return std::string(text);
  }
  const std::string joined = joined_arabic(text);
  const std::vector<Cluster> clusters = clusters_of(joined);
  std::string visual;
  visual.reserve(text.size());
  for (std::size_t at = 0; at < clusters.size();) {
    if (clusters[at].direction != Direction::right_to_left) {
      visual += clusters[at++].text;
      continue;
    }
    // Up to the last letter from right to left before a letter from left to right; numbers directly after it belong to
    // it.
    std::size_t end = at;
    for (std::size_t next = at;
         next < clusters.size() && clusters[next].direction != Direction::left_to_right && clusters[next].text != "\n";
         ++next) {
      if (clusters[next].direction == Direction::right_to_left || clusters[next].direction == Direction::digit) {
        end = next + 1;
      }
    }
    end = with_closing_brackets(clusters, at, end);
    append_reversed(clusters, at, end, visual);
    at = end;
  }
  return visual;
}

}  // namespace texelscope::app
