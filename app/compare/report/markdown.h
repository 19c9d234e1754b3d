#pragma once

#include <string>
#include <vector>

#include "app/compare/image_pair.h"

namespace texelscope::app {

/// The place of a report's page, such as "https://ci.example/123/report/index.html", and whether its images are files
/// beside it, in pictures/. An empty address means that nothing is linked.
struct ReportAddress {
  std::string page;
  bool has_pictures = false;
};

/// The results for a pull request, in GitHub's Markdown: how many pairs fail, by kind; the groups of like changes,
/// worst first, each with its worst pair, which links to the report and is shown if its images are files; and pairs
/// whose verdict flips.
[[nodiscard]] std::string to_markdown(const std::vector<PairResult>& results, const ReportAddress& report);

}  // namespace texelscope::app
