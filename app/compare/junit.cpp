#include <fmt/format.h>

#include <ostream>

#include "app/compare/compare.h"
#include "app/compare/summary.h"
#include "app/files/file.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

std::string xml(std::string_view text) { return escaped_markup(valid_utf8(text)); }

}  // namespace

void write_junit(const std::filesystem::path& path, const std::string& suite, const std::vector<PairResult>& results) {
  double seconds = 0;
  for (const PairResult& result : results) {
    seconds += result.seconds;
  }
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\" time=\"{:.3f}\"",
                                         results.size(), count_failed(results), seconds);
  std::string text =
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {}>\n  <testsuite name=\"{}\" {}>\n", counts,
                  xml(suite), counts);
  for (const PairResult& result : results) {
    text += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml(suite), xml(result.name),
                        result.seconds);
    if (result.has_passed()) {
      text += "/>\n";
      continue;
    }
    text += fmt::format(">\n      <failure message=\"{}\">{}</failure>\n    </testcase>\n",
                        xml(result.failures.front()), xml(fmt::format("{}", fmt::join(result.failures, "; "))));
  }
  text += "  </testsuite>\n</testsuites>\n";
  write_file(path, [&](std::ostream& out) { out << text; });
}

}  // namespace texelscope::app
