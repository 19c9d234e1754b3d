#include "texelscope/compare/compare.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/compare/image_pair.h"
#include "app/compare/library/inner_types.h"
#include "app/compare/report/report_writer.h"
#include "app/files/file_error.h"

namespace texelscope::compare {

Figures to_public(const app::Comparison& comparison) {
  Figures figures;
  figures.pixels = comparison.pixels;
  figures.differing_pixels = comparison.differing_pixels;
  figures.failing_pixels = comparison.failing_pixels;
  figures.antialiased_pixels = comparison.antialiased_pixels;
  std::ranges::transform(
      comparison.clusters, std::back_inserter(figures.clusters), [](const app::DifferenceCluster& cluster) {
        const app::PixelRectangle& bounds = cluster.bounds;
        return Cluster{bounds.x, bounds.y, bounds.width, bounds.height, cluster.pixels, cluster.max_error};
      });
  figures.cluster_count = comparison.cluster_count;
  figures.max_error = comparison.max_error;
  figures.mean_error = comparison.mean_error;
  figures.max_error_x = comparison.max_error_x;
  figures.max_error_y = comparison.max_error_y;
  figures.psnr = comparison.psnr;
  figures.max_color_difference = comparison.max_color_difference;
  figures.ssim = comparison.ssim;
  if (comparison.flip) {
    figures.flip = Flip{comparison.flip->mean, comparison.flip->weighted_median, comparison.flip->percentile_95,
                        comparison.flip->percentile_99, comparison.flip->max};
  }
  return figures;
}

Result compare(const ImageView& expected, const ImageView& actual, const Limits& limits, const Options& options) {
  const app::ImagePair pair{options.name, to_inner(expected), to_inner(actual), {}, {}, {}};
  const app::KeepImages keep = options.report.empty() ? app::KeepImages::no : app::KeepImages::yes;
  std::vector<app::PairResult> results;
  results.push_back(app::compare_pair(pair, {.limits = to_inner(limits), .measures_all = options.measures_all}, keep));
  if (!options.report.empty()) {
    try {
      app::write_report(options.report, {.title = options.name}, results);
    } catch (const app::FileError& error) {
      throw Error(error.what());
    }
  }
  Result result{std::move(results.front().failures), std::nullopt, {}};
  if (results.front().comparison) {
    result.figures = to_public(*results.front().comparison);
  }
  return result;
}

}  // namespace texelscope::compare
