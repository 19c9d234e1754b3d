#include "app/compare/report/results.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/compare/change_groups.h"
#include "app/compare/measures/limits.h"
#include "app/compare/report_files.h"
#include "app/files/file.h"
#include "app/text/count_text.h"
#include "app/text/escape.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::ordered_json;

Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json clusters_json(const std::vector<DifferenceCluster>& clusters) {
  Json list = Json::array();
  for (const DifferenceCluster& cluster : clusters) {
    list.push_back({{"bounds", {cluster.x, cluster.y, cluster.width, cluster.height}},
                    {"pixels", cluster.pixels},
                    {"max_error", finite(cluster.max_error)}});
  }
  return list;
}

/// The largest clusters, one line each; empty if there are none.
std::string clusters_text(const PairResult& result) {
  constexpr std::size_t most = 5;
  if (!result.comparison || result.comparison->clusters.empty()) {
    return "";
  }
  const Comparison& comparison = *result.comparison;
  std::string text =
      fmt::format("\n{} of differing pixels:",
                  comparison.cluster_count == 1 ? "1 cluster" : fmt::format("{} clusters", comparison.cluster_count));
  for (std::size_t index = 0; index < std::min(most, comparison.clusters.size()); ++index) {
    const DifferenceCluster& cluster = comparison.clusters[index];
    text += fmt::format("\n{} pixels in {}x{} at ({}, {}), by up to {:.6g}", cluster.pixels, cluster.width,
                        cluster.height, cluster.x, cluster.y, cluster.max_error);
  }
  return text;
}

/// Includes masked pixels.
std::uint64_t all_pixels(const Comparison& comparison) {
  return static_cast<std::uint64_t>(comparison.width) * static_cast<std::uint64_t>(comparison.height);
}

std::string why_failed(const PairResult& result) {
  return fmt::format("{}{}", fmt::join(result.failures, "; "), clusters_text(result));
}

std::string xml(std::string_view text) { return escaped_markup(valid_utf8(text)); }

/// A reader would take a plain line break or tab in an attribute as a space.
std::string xml_attribute(std::string_view text) {
  std::string result;
  for (const char character : xml(text)) {
    result += character == '\n' ? "&#10;" : character == '\t' ? "&#9;" : std::string(1, character);
  }
  return result;
}

void add_figures(const Comparison& comparison, Json& json) {
  json["width"] = comparison.width;
  json["height"] = comparison.height;
  json["type"] = gpu::to_string(comparison.type);
  if (comparison.x != 0 || comparison.y != 0) {
    json["first_pixel"] = {comparison.x, comparison.y};
  }
  if (comparison.missing_pixels > 0) {
    json["missing_pixels"] = comparison.missing_pixels;
  }
  json["pixels"] = comparison.pixels;
  json["differing_pixels"] = comparison.differing_pixels;
  json["max_error"] = finite(comparison.max_error);
  json["max_error_at"] = {comparison.max_error_x, comparison.max_error_y};
  json["mean_error"] = finite(comparison.mean_error);
  json["psnr"] = finite(comparison.psnr);
  json["failing_pixels"] = comparison.failing_pixels;
  Json by_limit = Json::object();
  for (const FailingLimitDeclaration& each : failing_limits()) {
    if (comparison.failing_by_limit.*each.pixels > 0) {
      by_limit[each.name] = comparison.failing_by_limit.*each.pixels;
    }
  }
  json["failing_by_limit"] = by_limit;
  json["antialiased_pixels"] = comparison.antialiased_pixels;
  json["cluster_count"] = comparison.cluster_count;
  json["clusters"] = clusters_json(comparison.clusters);
  if (comparison.max_color_difference) {
    json["max_color_difference"] = finite(*comparison.max_color_difference);
  }
  if (comparison.ssim) {
    json["ssim"] = finite(*comparison.ssim);
  }
  if (comparison.flip) {
    const FlipSummary& flip = *comparison.flip;
    json["flip"] = {{"mean", finite(flip.mean)},
                    {"weighted_median", finite(flip.weighted_median)},
                    {"percentile_95", finite(flip.percentile_95)},
                    {"percentile_99", finite(flip.percentile_99)},
                    {"max", finite(flip.max)}};
  }
}

std::string color_text(const MeanColor& color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color[0], color[1], color[2]);
}

/// How the pair fails, in addition to its failures.
void add_change(const PairResult& result, Json& json) {
  if (kind_of(result) != ChangeKind::none) {
    json["kind"] = to_string(kind_of(result));
  }
  if (result.group > 0) {
    json["group"] = result.group;
    json["change"] = change_text(result);
  }
  if (!result.flips.empty()) {
    json["flips"] = result.flips;
  }
  if (result.sizes) {
    json["sizes"] = {{"expected", result.sizes->expected}, {"actual", result.sizes->actual}};
  }
  if (result.common_part) {
    add_figures(*result.common_part, json["common_part"]);
  }
  if (result.place) {
    json["place"] = {result.place->x, result.place->y, result.place->width, result.place->height};
  }
  for (const ColorChange& change : result.colors) {
    json["colors"].push_back({{"expected", color_text(change.expected)}, {"actual", color_text(change.actual)}});
  }
}

}  // namespace

std::size_t count_failed(const std::vector<PairResult>& results) {
  return static_cast<std::size_t>(
      std::ranges::count_if(results, [](const PairResult& result) { return !result.has_passed(); }));
}

std::size_t count_known(const std::vector<PairResult>& results) {
  return static_cast<std::size_t>(
      std::ranges::count_if(results, [](const PairResult& result) { return !result.known_failure.empty(); }));
}

std::string full_name(const PairResult& result) {
  return result.test.empty() ? result.name : fmt::format("{}/{}", result.test, result.name);
}

Json pair_json(const PairResult& result) {
  Json json = {{"name", result.name}, {"passed", result.failures.empty()}, {"failures", result.failures}};
  if (!result.test.empty()) {
    json["test"] = result.test;
  }
  if (!result.parameters.empty()) {
    json["parameters"] = result.parameters;
  }
  if (!result.file.empty()) {
    json["file"] = result.file;
  }
  if (!result.accepted_image.empty()) {
    json["accepted_image"] = result.accepted_image;
  }
  if (!result.part.empty()) {
    json["part"] = result.part;
  }
  if (!result.known_failure.empty()) {
    json["known_failure"] = result.known_failure;
  }
  if (!result.notes.empty()) {
    json["notes"] = result.notes;
  }
  add_change(result, json);
  if (result.comparison) {
    add_figures(*result.comparison, json);
  }
  json["seconds"] = result.seconds;
  for (const ReportPicture& picture : result.pictures) {
    if (!picture.path.empty()) {
      json["pictures"][picture.kind] = picture.path;
    }
  }
  return json;
}

std::string to_json(const std::vector<PairResult>& results) {
  const std::size_t failed = count_failed(results);
  const std::size_t known = count_known(results);
  Json json = {{"passed", results.size() - failed - known},
               {"failed", failed},
               {"known_failures", known},
               {"pairs", Json::array()}};
  for (const PairResult& result : results) {
    json["pairs"].push_back(pair_json(result));
  }
  // A file name may contain bytes that are not UTF-8.
  return with_escaped_controls(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string to_table(const std::vector<PairResult>& results) {
  std::size_t width = 4;
  for (const PairResult& result : results) {
    width = std::max(width, std::min<std::size_t>(full_name(result).size(), 60));
  }
  std::string text = fmt::format("{:<6}  {:<{}}  {:>10}  {:>9}  {:>10}  {:>7}  {:>8}  {:>8}\n", "", "pair", width,
                                 "differing", "max error", "mean error", "PSNR dB", "SSIM", "FLIP");
  for (const PairResult& result : results) {
    const std::string name = message_line(full_name(result));
    const char* const verdict = !result.known_failure.empty() ? "known" : result.has_passed() ? "ok" : "FAILED";
    text += fmt::format("{:<6}  {:<{}}", verdict, name, width);
    if (result.comparison) {
      const Comparison& comparison = *result.comparison;
      text += fmt::format("  {:>10}  {:>9.4g}  {:>10.4g}  {:>7.2f}", comparison.differing_pixels, comparison.max_error,
                          comparison.mean_error, comparison.psnr);
      text += comparison.ssim ? fmt::format("  {:>8.5f}", *comparison.ssim) : fmt::format("  {:>8}", "-");
      text += comparison.flip ? fmt::format("  {:>8.5f}", comparison.flip->mean) : fmt::format("  {:>8}", "-");
    }
    std::vector<std::string> remarks = result.failures;
    if (!result.known_failure.empty()) {
      remarks.insert(remarks.begin(), fmt::format("known failure, {}", result.known_failure));
    } else if (!result.accepted_image.empty()) {
      remarks.push_back(fmt::format("compared with {}", result.accepted_image));
    }
    if (result.comparison && result.comparison->pixels < all_pixels(*result.comparison)) {
      remarks.push_back(fmt::format("{} pixels {}", all_pixels(*result.comparison) - result.comparison->pixels,
                                    result.comparison->missing_pixels > 0 ? "masked or in neither file" : "masked"));
    }
    if (!result.flips.empty()) {
      remarks.push_back("flips: " + result.flips);
    }
    text += remarks.empty() ? "" : "  " + message_line(fmt::format("{}", fmt::join(remarks, "; ")));
    text += '\n';
  }
  const std::size_t failed = count_failed(results);
  const std::size_t known = count_known(results);
  text += fmt::format("{} of {} pairs passed, {} failed{}\n", results.size() - failed - known, results.size(), failed,
                      known > 0 ? ", " + count_text(known, "known failure") : "");
  return text;
}

void write_junit(const std::filesystem::path& path, const std::string& suite, const std::vector<PairResult>& results) {
  double seconds = 0;
  for (const PairResult& result : results) {
    seconds += result.seconds;
  }
  const std::string counts = fmt::format("tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\"",
                                         results.size(), count_failed(results), count_known(results), seconds);
  std::string text =
      fmt::format("{}{}>\n  <testsuite name=\"{}\" {}>\n", junit_begin, counts, xml_attribute(suite), counts);
  for (const PairResult& result : results) {
    text += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                        xml_attribute(result.test.empty() ? suite : result.test), xml_attribute(result.name),
                        result.seconds);
    std::string lines;
    if (!result.known_failure.empty()) {
      lines = fmt::format(
          "      <skipped message=\"{}\">{}</skipped>\n",
          xml_attribute(fmt::format("known failure, {}: {}", result.known_failure, result.failures.front())),
          xml(why_failed(result)));
    } else if (!result.has_passed()) {
      // Some readers require a type.
      lines = fmt::format("      <failure type=\"image\" message=\"{}\">{}</failure>\n",
                          xml_attribute(result.failures.front()), xml(why_failed(result)));
    }
    if (!result.notes.empty()) {
      lines +=
          fmt::format("      <system-out>{}</system-out>\n", xml(fmt::format("{}", fmt::join(result.notes, "\n"))));
    }
    text += lines.empty() ? "/>\n" : fmt::format(">\n{}    </testcase>\n", lines);
  }
  text += "  </testsuite>\n</testsuites>\n";
  write_file(path, [&](std::ostream& out) { out << text; });
}

}  // namespace texelscope::app
