#include "app/compare/file_differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "app/compare/equal_png.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr std::size_t longest_value = 120;

const FileFact* find_fact(const Image& image, std::string_view name) {
  const auto found = std::ranges::find(image.facts, name, &FileFact::name);
  return found != image.facts.end() ? &*found : nullptr;
}

std::string value_text(const FileFact* fact) {
  return fact != nullptr ? fmt::format("'{}'", shown_line(fact->value, longest_value)) : "none";
}

/// Empty if the fact is the same in both files; one of them may lack it.
std::string fact_difference(const std::string& name, const FileFact* expected, const FileFact* actual) {
  const bool is_same = expected != nullptr && actual != nullptr ? *expected == *actual
                                                                : (expected != nullptr ? expected : actual)->is_default;
  if (is_same) {
    return "";
  }
  if (expected != nullptr && actual != nullptr && expected->value == actual->value) {
    return fmt::format("{}: {} in both files, but with different data", name, value_text(expected));
  }
  return fmt::format("{}: {} in the expected file, {} in the actual one", name, value_text(expected),
                     value_text(actual));
}

}  // namespace

std::vector<std::string> file_differences(const ImagePair& pair) {
  std::vector<std::string> texts;
  if (!pair.expected || !pair.actual || pair.expected_file.path.empty() || pair.actual_file.path.empty()) {
    return texts;
  }
  const auto add = [&](const std::string& name) {
    if (std::string text = fact_difference(name, find_fact(*pair.expected, name), find_fact(*pair.actual, name));
        !text.empty()) {
      texts.push_back(std::move(text));
    }
  };
  for (const FileFact& fact : pair.expected->facts) {
    add(fact.name);
  }
  for (const FileFact& fact : pair.actual->facts) {
    if (find_fact(*pair.expected, fact.name) == nullptr) {
      add(fact.name);
    }
  }
  const bool is_unread = !pair.expected->unread.empty() || !pair.actual->unread.empty();
  if (is_unread && !have_same_bytes(pair.expected_file, pair.actual_file)) {
    if (pair.expected->unread == pair.actual->unread) {
      for (const std::string& text : pair.expected->unread) {
        texts.push_back(fmt::format("not compared: both files: {}", text));
      }
    } else {
      for (const auto& [side, image] : {std::pair("expected", &*pair.expected), std::pair("actual", &*pair.actual)}) {
        for (const std::string& text : image->unread) {
          texts.push_back(fmt::format("not compared: {} file: {}", side, text));
        }
      }
    }
  }
  if (!texts.empty()) {
    texts.back() += "; to compare only the pixels, use --pixels-only or a rule's pixels_only";
  }
  return texts;
}

}  // namespace texelscope::app
