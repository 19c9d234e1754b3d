#include "texelscope/compare/compare.h"

#include <utility>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/compare/library/inner_types.h"
#include "app/compare/report/report_writer.h"
#include "app/files/file_error.h"

namespace texelscope::compare {

Result compare(const ImageView& expected, const ImageView& actual, const Limits& limits, const Options& options) {
  const app::ImagePair pair{options.name, to_inner(expected), to_inner(actual), {}, {}, {}};
  const app::KeepImages keep = options.report.empty() ? app::KeepImages::no : app::KeepImages::yes;
  std::vector<app::PairResult> results;
  results.push_back(app::compare_pair(pair, {.limits = limits, .measures_all = options.measures_all}, keep));
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
