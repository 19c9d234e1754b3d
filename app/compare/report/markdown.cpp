#include "app/compare/report/markdown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "app/compare/change_groups.h"
#include "app/compare/report/report_pictures.h"
#include "app/compare/report/results.h"
#include "app/text/count_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

constexpr std::size_t most_groups = 10;
constexpr std::size_t most_flips = 20;
constexpr std::size_t longest_text = 200;

/// Whether a character is a letter or digit of ASCII, or one of these.
bool is_kept(char character, std::string_view others) {
  return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') ||
         (character >= 'A' && character <= 'Z') || others.find(character) != std::string_view::npos;
}

/// Untrusted text as one line of a table's cell: punctuation, which Markdown could interpret, becomes entities.
std::string cell(std::string_view text) {
  std::string escaped;
  for (const char character : shown_line(text, longest_text)) {
    const bool is_letter = static_cast<unsigned char>(character) >= 0x80 || is_kept(character, " /.,()+");
    escaped += is_letter ? std::string(1, character) : fmt::format("&#{};", static_cast<int>(character));
  }
  return escaped;
}

/// The address with its other characters encoded; an address that a user gave is encoded already, except for those that
/// end it in Markdown.
std::string encoded(std::string_view text, std::string_view kept) {
  std::string address;
  for (const char character : text) {
    address += is_kept(character, kept) ? std::string(1, character)
                                        : fmt::format("%{:02X}", static_cast<unsigned char>(character));
  }
  return address;
}

std::string page_of(const ReportAddress& report) { return encoded(report.page, "-._~:/?#[]@!$&'*+,;=%"); }

/// GitHub links no mention in code.
std::string name_of(const PairResult& result, const ReportAddress& report) {
  const std::string name = fmt::format("<code>{}</code>", cell(result.name));
  return report.page.empty() ? name : fmt::format("[{}]({}#{})", name, page_of(report), encoded(result.name, "-._~/"));
}

std::string picture_of(const PairResult& result, const ReportAddress& report) {
  const ReportPicture* const picture = find_picture(result, "place");
  if (picture == nullptr || !report.has_pictures || report.page.empty()) {
    return "";
  }
  const std::string page = page_of(report);
  return fmt::format("![expected and actual]({}{})", page.substr(0, page.rfind('/') + 1),
                     encoded(picture->path, "-._~/"));
}

/// "36 changed, 4 missing".
std::string kinds_text(const std::vector<PairResult>& results) {
  std::vector<std::string> texts;
  for (std::size_t kind = 1; kind < change_kind_names.size(); ++kind) {
    const auto count = std::ranges::count(results, static_cast<ChangeKind>(kind), kind_of);
    if (count > 0) {
      texts.push_back(fmt::format("{} {}", count, change_kind_names[kind]));
    }
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// The worst pair of each group, and the number of its pairs.
std::vector<std::pair<const PairResult*, std::size_t>> groups_of(const std::vector<PairResult>& results) {
  std::vector<std::pair<const PairResult*, std::size_t>> groups;
  for (const PairResult& result : results) {
    if (result.group > groups.size()) {
      groups.resize(result.group);
    }
    if (result.group > 0) {
      auto& [worst, count] = groups[result.group - 1];
      worst = worst == nullptr ? &result : worst;
      ++count;
    }
  }
  return groups;
}

std::string flips_text(const std::vector<PairResult>& results) {
  std::string text;
  std::size_t count = 0;
  for (const PairResult& result : results) {
    if (!result.flips.empty() && ++count <= most_flips) {
      text += fmt::format("- <code>{}</code>: {}\n", cell(result.name), cell(result.flips));
    }
  }
  return count == 0 ? ""
                    : fmt::format("\n**Verdicts that flip**\n\n{}{}", text,
                                  count > most_flips ? fmt::format("- and {} more\n", count - most_flips) : "");
}

}  // namespace

std::string to_markdown(const std::vector<PairResult>& results, const ReportAddress& report) {
  const std::size_t failed = count_failed(results);
  const std::size_t known = count_known(results);
  std::string text = failed == 0 ? "### No image pair failed\n\n"
                                 : fmt::format("### {} of {} image pairs failed\n\n", failed, results.size());
  if (failed > 0) {
    text += kinds_text(results) + "; ";
  }
  text += fmt::format("{} passed{}", results.size() - failed - known,
                      known > 0 ? ", " + count_text(known, "known failure") : "");
  text += report.page.empty() ? "\n" : fmt::format(". [Report]({})\n", page_of(report));
  const auto groups = groups_of(results);
  if (!groups.empty()) {
    text += "\n| pairs | change | worst pair | failure | |\n|---:|---|---|---|---|\n";
  }
  for (std::size_t index = 0; index < std::min(groups.size(), most_groups); ++index) {
    const auto& [worst, count] = groups[index];
    const std::string change = change_text(*worst);
    text += fmt::format("| {} | {}{} | {} | {} | {} |\n", count, to_string(kind_of(*worst)),
                        change.empty() ? "" : ": " + cell(change), name_of(*worst, report),
                        cell(worst->failures.front()), picture_of(*worst, report));
  }
  if (groups.size() > most_groups) {
    text += fmt::format("\nand {} more groups of like changes\n", groups.size() - most_groups);
  }
  return text + flips_text(results);
}

}  // namespace texelscope::app
