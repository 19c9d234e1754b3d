#include "app/compare/report/annotations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>

#include "app/compare/report/report_pictures.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

/// Escapes a message of a workflow command; a property must not contain colons or commas, either. Replaces
/// other control characters, because log viewers interpret them.
std::string escaped_for_github(std::string_view text, bool is_property) {
  std::string escaped;
  for (const char character : without_controls(text)) {
    const bool is_kept = character != '%' && character != '\r' && character != '\n' &&
                         !(is_property && (character == ':' || character == ','));
    escaped += is_kept ? std::string(1, character) : fmt::format("%{:02X}", static_cast<unsigned char>(character));
  }
  return escaped;
}

}  // namespace

std::string github_annotations(const std::vector<PairResult>& results) {
  std::string lines;
  for (const PairResult& result : results) {
    if (!result.has_passed()) {
      const std::string& file = result.file.empty() ? result.name : result.file;
      const std::string failures = fmt::format("{}", fmt::join(result.failures, "; "));
      lines += fmt::format("::error file={},title={}::{}\n", escaped_for_github(file, true),
                           escaped_for_github(result.name, true),
                           escaped_for_github(shortened_in_middle(failures, 1400, 600), false));
    }
  }
  return lines;
}

std::string ctest_measurements(const std::vector<PairResult>& results, const std::filesystem::path& folder) {
  constexpr std::array<std::string_view, 3> kinds{"expected", "actual", "difference"};
  std::string lines;
  for (const PairResult& result : results) {
    if (result.has_passed()) {
      continue;
    }
    for (const std::string_view kind : kinds) {
      if (const ReportPicture* const picture = find_picture(result, kind)) {
        lines += fmt::format("<CTestMeasurementFile type=\"{}\" name=\"{}: {}\">{}</CTestMeasurementFile>\n",
                             media_type(*picture), escaped_markup(message_line(result.name)), kind,
                             std::filesystem::absolute(folder / picture->path).lexically_normal().string());
      }
    }
  }
  return lines;
}

}  // namespace texelscope::app
