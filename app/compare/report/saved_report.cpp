#include "app/compare/report/saved_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/compare/change_groups.h"
#include "app/compare/compare_pair.h"
#include "app/compare/measures/limits.h"
#include "app/compare/report/light_script.h"
#include "app/compare/report/picture_pack.h"
#include "app/compare/report/results.h"
#include "app/compare/report_files.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/images/browser_image.h"
#include "app/images/image_file.h"
#include "app/text/escape.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_results = std::uintmax_t{1} << 27U;
constexpr std::uintmax_t largest_picture = std::uintmax_t{1} << 32U;
constexpr std::string_view pictures_prefix = "pictures/";

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// Null means infinity.
double number_of(const JsonEntry& entry) {
  return entry.json().is_null() ? std::numeric_limits<double>::infinity() : entry.number();
}

std::uint64_t count_of(const JsonEntry& entry) { return static_cast<std::uint64_t>(entry.whole_number(0, no_limit)); }

/// The numbers in a list, which must have this length.
std::vector<int> pixels_of(const JsonEntry& list, std::size_t size) {
  const std::vector<JsonEntry> elements = list.elements();
  if (elements.size() != size) {
    list.fail(fmt::format("use {} numbers", size));
  }
  std::vector<int> numbers;
  for (const JsonEntry& element : elements) {
    numbers.push_back(static_cast<int>(element.whole_number(0, max_image_extent)));
  }
  return numbers;
}

DifferenceCluster cluster_of(const JsonEntry& entry) {
  const std::vector<int> bounds = pixels_of(entry.at("bounds"), 4);
  return {bounds[0], bounds[1], bounds[2], bounds[3], count_of(entry.at("pixels")), number_of(entry.at("max_error"))};
}

FlipSummary flip_of(const JsonEntry& entry) {
  return {number_of(entry.at("mean")), number_of(entry.at("weighted_median")), number_of(entry.at("percentile_95")),
          number_of(entry.at("percentile_99")), number_of(entry.at("max"))};
}

Comparison comparison_of(const JsonEntry& pair) {
  Comparison comparison;
  comparison.width = static_cast<int>(pair.at("width").whole_number(1, max_image_extent));
  comparison.height = static_cast<int>(pair.at("height").whole_number(1, max_image_extent));
  const JsonEntry type = pair.at("type");
  const std::optional<gpu::DataType> known = gpu::data_type_from_string(type.text());
  if (known != gpu::DataType::uint8 && known != gpu::DataType::uint16 && known != gpu::DataType::float32 &&
      known != gpu::DataType::uint32 && known != gpu::DataType::int32) {
    type.fail("use uint8, uint16, uint32, int32 or float32");
  }
  comparison.type = *known;
  if (const auto first = pair.find("first_pixel")) {
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    const std::vector<JsonEntry> place = first->elements();
    if (place.size() != 2) {
      first->fail("use two integers");
    }
    comparison.x = static_cast<int>(place[0].whole_number(-most, most));
    comparison.y = static_cast<int>(place[1].whole_number(-most, most));
  }
  if (const auto missing = pair.find("missing_pixels")) {
    comparison.missing_pixels = count_of(*missing);
  }
  comparison.pixels = count_of(pair.at("pixels"));
  comparison.differing_pixels = count_of(pair.at("differing_pixels"));
  comparison.max_error = number_of(pair.at("max_error"));
  const std::vector<int> at = pixels_of(pair.at("max_error_at"), 2);
  comparison.max_error_x = at[0];
  comparison.max_error_y = at[1];
  comparison.mean_error = number_of(pair.at("mean_error"));
  // PSNR is −∞ for an infinite error, +∞ for equal images.
  comparison.psnr =
      std::isinf(comparison.max_error) ? -std::numeric_limits<double>::infinity() : number_of(pair.at("psnr"));
  comparison.failing_pixels = count_of(pair.at("failing_pixels"));
  if (const auto by_limit = pair.find("failing_by_limit")) {
    for (const FailingLimitDeclaration& each : failing_limits()) {
      if (const auto pixels = by_limit->find(each.name)) {
        comparison.failing_by_limit.*each.pixels = count_of(*pixels);
      }
    }
  }
  comparison.antialiased_pixels = count_of(pair.at("antialiased_pixels"));
  comparison.cluster_count = count_of(pair.at("cluster_count"));
  for (const JsonEntry& cluster : pair.at("clusters").elements()) {
    comparison.clusters.push_back(cluster_of(cluster));
  }
  if (const auto difference = pair.find("max_color_difference")) {
    comparison.max_color_difference = number_of(*difference);
  }
  if (const auto ssim = pair.find("ssim")) {
    comparison.ssim = number_of(*ssim);
  }
  if (const auto flip = pair.find("flip")) {
    comparison.flip = flip_of(*flip);
  }
  return comparison;
}

/// An untrusted file may name any path, but images must be in their folder.
ReportPicture picture_of(const std::string& kind, const JsonEntry& entry) {
  ReportPicture picture;
  picture.kind = kind;
  picture.path = entry.text();
  const std::string file = file_of_picture(picture.path);
  const bool is_inside = file.starts_with(pictures_prefix) && is_file_name(file.substr(pictures_prefix.size()));
  picture.ending = fs::path(file).extension().string();
  if (!is_inside || picture.ending.empty() || !is_file_name(kind)) {
    entry.fail("use the name of an image in pictures/");
  }
  picture.ending.erase(0, 1);
  return picture;
}

/// A report of others may contain any file; a page shows only images, and runs scripts only of this kind.
void require_picture(const ReportPicture& picture, const fs::path& path) {
  const bool is_picture =
      picture.ending == "js" ? is_light_script(picture.bytes) : browser_ending(picture.bytes) == picture.ending;
  if (!is_picture) {
    throw FileError(
        fmt::format("cannot merge {}: its contents are not an image as compare --report writes it; repeat "
                    "the comparison",
                    path.string()));
  }
}

std::array<int, 2> size_of(const JsonEntry& list) {
  const std::vector<int> size = pixels_of(list, 2);
  return {size[0], size[1]};
}

/// Reads "#rrggbb".
MeanColor color_of(const JsonEntry& entry) {
  const std::string text = entry.text();
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(text.data() + std::min<std::size_t>(1, text.size()), text.data() + text.size(), value, 16);
  if (text.size() != 7 || text.front() != '#' || error != std::errc() || end != text.data() + text.size()) {
    entry.fail("use a color such as \"#c0ffee\"");
  }
  return {static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 8U & 255U),
          static_cast<std::uint8_t>(value & 255U)};
}

/// Reads how the pair fails. Reports of earlier versions lack it.
void read_change(const JsonEntry& pair, PairResult& result) {
  if (const auto kind = pair.find("kind")) {
    const auto found = std::ranges::find(change_kind_names, kind->text());
    if (found == change_kind_names.end()) {
      kind->fail("use changed, resized, missing, extra or damaged");
    }
    result.kind = static_cast<ChangeKind>(found - change_kind_names.begin());
  }
  if (const auto sizes = pair.find("sizes")) {
    result.sizes = {size_of(sizes->at("expected")), size_of(sizes->at("actual"))};
  }
  if (const auto part = pair.find("common_part")) {
    result.common_part = comparison_of(*part);
  }
  if (const auto place = pair.find("place")) {
    const std::vector<int> bounds = pixels_of(*place, 4);
    result.place = {bounds[0], bounds[1], bounds[2], bounds[3]};
  }
  if (const auto colors = pair.find("colors")) {
    colors->allow_at_most(most_color_changes);
    for (const JsonEntry& change : colors->elements()) {
      result.colors.push_back({color_of(change.at("expected")), color_of(change.at("actual"))});
    }
  }
}

/// Adds the pair's images to those that the report has named so far: a merge copies an image whenever it is named,
/// except for small ones, so a small report that repeats a name could fill the disk.
PairResult pair_of(const JsonEntry& entry, std::set<std::string>& named) {
  PairResult result;
  result.name = entry.at("name").text();
  result.test = entry.text_or("test", "");
  result.failures = entry.at("failures").texts();
  result.parameters = entry.text_or("parameters", "");
  result.file = entry.text_or("file", "");
  result.accepted_image = entry.text_or("accepted_image", "");
  result.part = entry.text_or("part", "");
  result.known_failure = entry.text_or("known_failure", "");
  result.notes = entry.texts_or_none("notes");
  result.flips = entry.text_or("flips", "");
  if (entry.find("differing_pixels")) {
    result.comparison = comparison_of(entry);
  }
  read_change(entry, result);
  if (const auto pictures = entry.find("pictures")) {
    for (const auto& [kind, path] : pictures->members()) {
      result.pictures.push_back(picture_of(kind, path));
      const ReportPicture& picture = result.pictures.back();
      if (!is_small_picture(result, picture) && !named.insert(picture.path).second) {
        path.fail("the report names this image twice; repeat the comparison");
      }
    }
  }
  result.seconds = entry.number_or("seconds", 0);
  return result;
}

/// The page offers this command for pasting into a shell, and anyone may have written the report.
std::vector<std::string> accept_command_of(const JsonEntry& command) {
  std::vector<std::string> words = command.texts();
  const bool is_ours = words.size() >= 2 && (words[0] == "texelscope" || words[0] == "texelscope-compare") &&
                       (words[1] == "compare" || words[1] == "golden");
  if (!is_ours && !words.empty()) {
    command.fail_for("use texelscope or texelscope-compare, then compare or golden, then options");
  }
  return words;
}

SavedReport report_of(const JsonEntry& json) {
  SavedReport report;
  const auto version = json.find("texelscope_report");
  if (version) {
    static_cast<void>(version->whole_number(1, 1));
  }
  report.text.title = json.text_or("title", "");
  if (const auto command = json.find("accept_command")) {
    report.text.accept_command = accept_command_of(*command);
  }
  if (const auto shard = json.find("shard")) {
    try {
      report.text.shard = parse_shard(shard->text());
    } catch (const gpu::InvalidArgument& error) {
      shard->fail_for(error.what());
    }
  }
  std::set<std::string> named;
  for (const JsonEntry& pair : json.at("pairs").elements()) {
    report.results.push_back(pair_of(pair, named));
    if (!version) {
      // Printed JSON names images, but not their folder.
      report.results.back().pictures.clear();
    }
  }
  group_changes(report.results);
  return report;
}

/// A member that all reports share: the value of the first report, if all are equal.
template <class Member>
void keep_common(SavedReport& merged, const SavedReport& other, Member member) {
  if (merged.text.*member != other.text.*member) {
    merged.text.*member = {};
  }
}

/// Verifies that shards are all shards of one set.
class ShardCheck {
 public:
  void add(const fs::path& path, const std::optional<Shard>& shard) {
    if (first_ && first_->second.has_value() != shard.has_value()) {
      throw FileError(
          fmt::format("cannot merge {} with {}: one is a shard, the other a complete report; specify shards of one "
                      "set, or complete reports",
                      path.string(), first_->first.string()));
    }
    if (!first_) {
      first_.emplace(path, shard);
    }
    if (!shard) {
      return;
    }
    if (shard->count != first_->second->count) {
      throw FileError(fmt::format("cannot merge {} with {}: they are shards {} and {}; specify shards of one set",
                                  path.string(), first_->first.string(), to_string(*shard),
                                  to_string(*first_->second)));
    }
    const auto [place, is_new] = found_.emplace(shard->index, path);
    if (!is_new) {
      throw FileError(fmt::format("cannot merge {} with {}: both are shard {}; omit one", path.string(),
                                  place->second.string(), to_string(*shard)));
    }
  }

  void require_all() const {
    if (!first_ || !first_->second) {
      return;
    }
    for (int index = 1; index <= first_->second->count; ++index) {
      if (!found_.contains(index)) {
        throw FileError(fmt::format("cannot merge {} of {} shards: {} is missing; specify the reports of all shards",
                                    found_.size(), first_->second->count,
                                    to_string(Shard{index, first_->second->count})));
      }
    }
  }

 private:
  std::optional<std::pair<fs::path, std::optional<Shard>>> first_;
  std::map<int, fs::path> found_;
};

/// Reads the images of a pair. @throws FileError.
void load_pictures(const SavedReport& report, PackReader& packs, PairResult& result) {
  for (ReportPicture& picture : result.pictures) {
    const FilePlace file(report.folder.path() / picture.path, report.folder);
    if (is_packed(picture)) {
      packs.read(picture);
    } else {
      picture.bytes = read_file(file, largest_picture);
    }
    require_picture(picture, file.path);
  }
}

}  // namespace

SavedReport read_report(const fs::path& path) {
  std::error_code error;
  const bool is_folder = fs::is_directory(path, error);
  const fs::path file = is_folder ? path / report_results_name : path;
  const gpu::Folder folder(file.has_parent_path() ? file.parent_path() : fs::path("."));
  if (is_folder && !fs::exists(file, error)) {
    throw FileError(
        fmt::format("cannot read {}: it contains no results.json; specify a folder that compare "
                    "--report wrote",
                    path.string()));
  }
  const std::vector<std::byte> bytes =
      read_file(is_folder ? FilePlace(file, folder) : FilePlace(file), largest_results);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("<!DOCTYPE html>")) {
    throw FileError(
        fmt::format("cannot read {}: self-contained pages cannot be merged; specify a report folder, written by "
                    "compare --report DIR",
                    file.string()));
  }
  try {
    const nlohmann::ordered_json json = parse_json(text);
    SavedReport report = report_of(JsonEntry(json));
    report.folder = folder;
    return report;
  } catch (const FileError& failure) {
    throw FileError(fmt::format("cannot read {}: {}", file.string(), failure.what()));
  }
}

std::vector<SavedReport> read_reports(const std::vector<fs::path>& paths) {
  std::vector<SavedReport> reports;
  /// The report of each pair.
  std::map<std::pair<std::string, std::string>, std::size_t> names;
  ShardCheck shards;
  for (const fs::path& path : paths) {
    SavedReport report = read_report(path);
    shards.add(path, report.text.shard);
    for (const PairResult& result : report.results) {
      const auto [place, is_new] = names.emplace(std::pair(result.test, result.name), reports.size());
      if (!is_new && place->second == reports.size()) {
        throw FileError(fmt::format("cannot merge {}: it contains the pair {} twice; repeat the comparison",
                                    path.string(), message_line(full_name(result))));
      }
      if (!is_new) {
        throw FileError(
            fmt::format("cannot merge {} with {}: both contain the pair {}; specify each report once, and name "
                        "the test of each comparison with --test",
                        path.string(), paths[place->second].string(), message_line(full_name(result))));
      }
    }
    reports.push_back(std::move(report));
  }
  shards.require_all();
  return reports;
}

SavedReport merge_reports(std::vector<SavedReport> reports, ReportWriter* writer) {
  SavedReport merged;
  merged.text = reports.empty() ? ReportText{} : reports.front().text;
  merged.text.shard.reset();
  for (SavedReport& report : reports) {
    keep_common(merged, report, &ReportText::title);
    keep_common(merged, report, &ReportText::accept_command);
    PackReader packs(report.folder);
    for (PairResult& result : report.results) {
      if (writer != nullptr) {
        load_pictures(report, packs, result);
        writer->add(result);
      } else {
        result.pictures.clear();
      }
      merged.results.push_back(std::move(result));
    }
  }
  sort_worst_first(merged.results);
  group_changes(merged.results);
  return merged;
}

}  // namespace texelscope::app
