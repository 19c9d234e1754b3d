#include "app/compare/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/compare/compare.h"
#include "app/files/file.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

nlohmann::ordered_json finite(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char character) { return static_cast<unsigned char>(character) < ' '; }, ' ');
  return text;
}

}  // namespace

std::size_t count_failed(const std::vector<PairResult>& results) {
  return static_cast<std::size_t>(
      std::ranges::count_if(results, [](const PairResult& result) { return !result.has_passed(); }));
}

nlohmann::ordered_json pair_json(const PairResult& result) {
  nlohmann::ordered_json json = {{"name", result.name}, {"passed", result.has_passed()}, {"failures", result.failures}};
  if (!result.parameters.empty()) {
    json["parameters"] = result.parameters;
  }
  if (result.comparison) {
    const Comparison& comparison = *result.comparison;
    json["width"] = comparison.width;
    json["height"] = comparison.height;
    json["type"] = gpu::to_string(comparison.type);
    json["pixels"] = comparison.pixels;
    json["differing_pixels"] = comparison.differing_pixels;
    json["max_error"] = finite(comparison.max_error);
    json["max_error_at"] = {comparison.max_error_x, comparison.max_error_y};
    json["mean_error"] = finite(comparison.mean_error);
    json["psnr"] = finite(comparison.psnr);
    json["ssim"] = finite(comparison.ssim);
    json["flip"] = {{"mean", finite(comparison.flip_mean)},
                    {"weighted_median", finite(comparison.flip_weighted_median)},
                    {"percentile_95", finite(comparison.flip_percentile_95)},
                    {"max", finite(comparison.flip_max)}};
  }
  json["seconds"] = result.seconds;
  return json;
}

std::string to_json(const std::vector<PairResult>& results) {
  nlohmann::ordered_json pairs = nlohmann::ordered_json::array();
  for (const PairResult& result : results) {
    pairs.push_back(pair_json(result));
  }
  const std::size_t failed = count_failed(results);
  const nlohmann::ordered_json json = {
      {"passed", results.size() - failed}, {"failed", failed}, {"pairs", std::move(pairs)}};
  // A file name may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string to_table(const std::vector<PairResult>& results) {
  std::size_t width = 4;
  for (const PairResult& result : results) {
    width = std::max(width, std::min<std::size_t>(result.name.size(), 60));
  }
  std::string text = fmt::format("{:<6}  {:<{}}  {:>10}  {:>9}  {:>10}  {:>7}  {:>8}  {:>8}\n", "", "pair", width,
                                 "differing", "max error", "mean error", "PSNR dB", "SSIM", "FLIP");
  for (const PairResult& result : results) {
    const std::string name = one_line(result.name);
    text += fmt::format("{:<6}  {:<{}}", result.has_passed() ? "ok" : "FAILED", name, width);
    if (result.comparison) {
      const Comparison& comparison = *result.comparison;
      text += fmt::format("  {:>10}  {:>9.4g}  {:>10.4g}  {:>7.2f}  {:>8.5f}  {:>8.5f}", comparison.differing_pixels,
                          comparison.max_error, comparison.mean_error, comparison.psnr, comparison.ssim,
                          comparison.flip_mean);
    }
    if (!result.has_passed()) {
      text += "  " + one_line(fmt::format("{}", fmt::join(result.failures, "; ")));
    }
    text += '\n';
  }
  const std::size_t failed = count_failed(results);
  text += fmt::format("{} of {} pairs passed, {} failed\n", results.size() - failed, results.size(), failed);
  return text;
}

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
