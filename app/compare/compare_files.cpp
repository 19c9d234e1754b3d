#include "app/compare/compare_files.h"

#include <fmt/format.h>

#include <mutex>
#include <set>
#include <system_error>

#include "app/compare/report_writer.h"
#include "app/compare/rows.h"
#include "app/files/write_failure.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

void add_images(const fs::path& folder, std::set<std::string>& names) {
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (!entry->is_directory() && is_image_name(entry->path())) {
      names.insert(entry->path().lexically_relative(folder).generic_string());
    }
  }
  if (error) {
    throw FileError(
        fmt::format("cannot read the folder {}: {}; {}", folder.string(), error.message(), read_advice(error)));
  }
}

void require_same_kind(const fs::path& expected, const fs::path& actual) {
  const bool is_folder = fs::is_directory(expected);
  if (is_folder != fs::is_directory(actual)) {
    const fs::path& other = is_folder ? actual : expected;
    throw FileError(fmt::format("cannot compare {} with {}: {} is {}; name two images or two folders",
                                expected.string(), actual.string(), other.string(),
                                fs::exists(other) ? "no folder" : "not there"));
  }
  if (!fs::exists(expected) && !fs::exists(actual)) {
    throw FileError(fmt::format("cannot compare {} with {}: neither is there; check the paths", expected.string(),
                                actual.string()));
  }
}

std::optional<Image> load(const fs::path& path, const ReadOptions& options, const char* absence, std::string& error) {
  if (!fs::exists(path)) {
    error = absence;
    return std::nullopt;
  }
  try {
    // One picture may be held against a part of another file.
    const bool has_parts = !options.part.empty() && image_parts(path).size() > 1;
    return load_image(path, {options.orientation, has_parts ? options.part : ""});
  } catch (const FileError& failure) {
    error = failure.what();
    return std::nullopt;
  }
}

}  // namespace

std::vector<FilePair> find_pairs(const fs::path& expected, const fs::path& actual) {
  require_same_kind(expected, actual);
  if (!fs::is_directory(expected)) {
    return {{expected.filename().string(), expected, actual}};
  }
  std::set<std::string> names;
  add_images(expected, names);
  add_images(actual, names);
  if (names.empty()) {
    throw FileError(fmt::format("cannot compare {} with {}: neither holds an image; check the paths", expected.string(),
                                actual.string()));
  }
  std::vector<FilePair> pairs;
  for (const std::string& name : names) {
    pairs.push_back({name, expected / name, actual / name});
  }
  return pairs;
}

ImagePair load_pair(const FilePair& files, const ReadOptions& options) {
  ImagePair pair;
  pair.name = files.name;
  pair.expected_file = files.expected;
  pair.actual_file = files.actual;
  pair.expected = load(files.expected, options, "there is no such image: the actual one is extra", pair.expected_error);
  pair.actual = load(files.actual, options, "the image is missing", pair.actual_error);
  return pair;
}

std::vector<PairResult> compare_files(const std::vector<FilePair>& files, const ComparisonOptions& options,
                                      ReportWriter* report, const ReadOptions& reading,
                                      const std::function<void(std::size_t)>& on_pair) {
  std::vector<PairResult> results(files.size());
  std::mutex mutex;
  std::size_t done = 0;
  for_ranges(static_cast<int>(files.size()), 1, [&](int begin, int) {
    const auto index = static_cast<std::size_t>(begin);
    results[index] =
        compare_pair(load_pair(files[index], reading), options, report != nullptr ? report->kept() : KeepImages::no);
    if (report != nullptr) {
      report->add(results[index]);
    }
    const std::lock_guard lock(mutex);
    on_pair(++done);
  });
  sort_worst_first(results);
  return results;
}

}  // namespace texelscope::app
