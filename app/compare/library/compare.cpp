#include "texelscope/compare/compare.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "app/compare/compare_pair.h"
#include "app/compare/library/inner_types.h"
#include "app/compare/measures/align.h"
#include "app/compare/report/report_writer.h"
#include "app/files/file_error.h"

namespace texelscope::compare {

Result compare(const ImageView& expected, const ImageView& actual, const Limits& limits, const Options& options) {
  app::ImagePair pair{options.name, to_inner(expected), to_inner(actual), {}, {}, {}};
  std::vector<std::uint8_t> absent;
  if (app::need_alignment(*pair.expected, *pair.actual)) {
    app::AlignedImages images = app::aligned(*pair.expected, *pair.actual);
    pair.expected = std::move(images.expected);
    pair.actual = std::move(images.actual);
    pair.missing = std::move(images.missing);
    absent = std::move(images.absent);
  }
  const app::KeepImages keep = options.report.empty() ? app::KeepImages::no : app::KeepImages::yes;
  std::vector<app::PairResult> results;
  results.push_back(
      app::compare_pair(pair, {.limits = limits, .measures_all = options.measures_all, .mask = absent}, keep));
  if (!options.report.empty()) {
    try {
      app::write_report(options.report, {.title = options.name}, results);
    } catch (const app::FileError& error) {
      throw Error(error.what());
    }
  }
  return {std::move(results.front().failures), std::move(results.front().comparison), {}};
}

}  // namespace texelscope::compare
