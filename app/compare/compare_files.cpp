#include "app/compare/compare_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#include "app/compare/equal_png.h"
#include "app/compare/measures/rows.h"
#include "app/compare/report/report_writer.h"
#include "app/compare/rules/image_folder.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

void require_same_kind(const fs::path& expected, const fs::path& actual) {
  std::error_code error;
  const bool is_folder = fs::is_directory(expected, error);
  const bool is_there = fs::exists(fs::symlink_status(expected, error));
  const bool is_actual_there = fs::exists(fs::symlink_status(actual, error));
  if (is_folder != fs::is_directory(actual, error)) {
    const fs::path& other = is_folder ? actual : expected;
    throw FileError(fmt::format("cannot compare {} with {}: {} is {}; name two images or two folders",
                                expected.string(), actual.string(), other.string(),
                                (is_folder ? is_actual_there : is_there) ? "no folder" : "not there"));
  }
  if (!is_there && !is_actual_there) {
    throw FileError(fmt::format("cannot compare {} with {}: neither is there; check the paths", expected.string(),
                                actual.string()));
  }
}

std::optional<Image> load(const fs::path& path, const ReadOptions& options, const std::string& absence,
                          std::string& error) {
  std::error_code reason;
  // One that cannot be asked for, as its folder cannot be read, is told by the attempt to read it.
  if (fs::symlink_status(path, reason).type() == fs::file_type::not_found) {
    error = absence;
    return std::nullopt;
  }
  try {
    return load_compared(path, options);
  } catch (const FileError& failure) {
    error = failure.what();
    return std::nullopt;
  }
}

/// The name without its ending, in small letters: two that differ in the rest may be meant for each other.
std::string likeness(const std::string& name) {
  std::string stem = fs::path(name).replace_extension().generic_string();
  std::ranges::transform(stem, stem.begin(), [](char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
  });
  return stem;
}

using Names = std::map<std::string, std::string>;

/// For a pair of which one file is missing: a file of the other folder that has no partner, and nearly the name.
void add_hints(const Names& expected, const Names& actual, std::vector<FilePair>& pairs) {
  std::map<std::string, std::string> lone[2];
  for (const FilePair& pair : pairs) {
    if (expected.contains(pair.name) != actual.contains(pair.name)) {
      lone[actual.contains(pair.name) ? 1 : 0][likeness(pair.name)] = pair.name;
    }
  }
  for (FilePair& pair : pairs) {
    const bool is_expected = expected.contains(pair.name);
    if (is_expected == actual.contains(pair.name)) {
      continue;
    }
    const auto& others = lone[is_expected ? 1 : 0];
    if (const auto other = others.find(likeness(pair.name)); other != others.end()) {
      pair.hint = fmt::format("the {} folder has {}: give both the same name and ending",
                              is_expected ? "actual" : "expected", other->second);
    }
  }
}

std::string absence_text(const char* text, const std::string& hint) {
  return hint.empty() ? text : fmt::format("{}; {}", text, hint);
}

std::vector<std::string> names_of(const Names& files) {
  std::vector<std::string> names;
  std::ranges::transform(files, std::back_inserter(names), &Names::value_type::first);
  return names;
}

std::string fault_of(const Names& files, const std::string& name) {
  const auto found = files.find(name);
  return found == files.end() ? "" : found->second;
}

bool is_png_name(const fs::path& path) { return path.extension() == ".png"; }

}  // namespace

PairList find_pairs(const fs::path& expected, const fs::path& actual, const ComparisonRules& rules) {
  require_same_kind(expected, actual);
  if (!fs::is_directory(expected)) {
    return {{{expected.filename().string(), expected, actual}}, {}};
  }
  const ImageFolder wanted = find_images(expected);
  const ImageFolder found = find_images(actual);
  Names all = wanted.files;
  all.insert(found.files.begin(), found.files.end());
  const std::vector<std::string> images = images_of_rules(rules.file, expected, names_of(all));
  PairList list{{}, wanted.notes};
  list.notes.insert(list.notes.end(), found.notes.begin(), found.notes.end());
  std::size_t ignored = 0;
  for (const auto& [name, fault] : all) {
    if (rules.for_image(name).is_ignored) {
      ++ignored;
      continue;
    }
    // The actual folder may hold an image of its own by such a name.
    if (!found.files.contains(name) && std::ranges::binary_search(images, name)) {
      continue;
    }
    std::string reason = fault_of(wanted.files, name);
    list.pairs.push_back(
        {name, expected / name, actual / name, reason.empty() ? fault_of(found.files, name) : std::move(reason)});
  }
  if (list.pairs.empty()) {
    throw FileError(fmt::format("cannot compare {} with {}: neither holds an image{}; check the paths",
                                expected.string(), actual.string(),
                                all.empty() ? "" : " that the rules do not leave out"));
  }
  add_hints(wanted.files, found.files, list.pairs);
  if (ignored > 0) {
    list.notes.push_back(fmt::format("files that are not compared, as {} says: {}", rules.file.path.string(), ignored));
  }
  const std::vector<std::string> notes = notes_of_rules(rules.file, names_of(all), rules.platform);
  list.notes.insert(list.notes.end(), notes.begin(), notes.end());
  return list;
}

ImagePair load_pair(const FilePair& files, const ReadOptions& options) {
  ImagePair pair;
  pair.name = files.name;
  pair.expected_file = files.expected;
  pair.actual_file = files.actual;
  // Both at once where this is the only pair.
  for_ranges(2, 1, [&](int image, int) {
    if (image == 0) {
      pair.expected =
          load(files.expected, options, absence_text("there is no such image: the actual one is extra", files.hint),
               pair.expected_error);
    } else {
      pair.actual = load(files.actual, options, absence_text("the image is missing", files.hint), pair.actual_error);
    }
  });
  return pair;
}

PairResult compare_file_pair(const FilePair& files, const ComparisonRules& rules, const ComparisonOptions& options,
                             KeepImages keep) {
  if (!files.fault.empty()) {
    PairResult result;
    result.name = files.name;
    result.file = files.expected.string();
    result.failures.push_back(files.fault);
    return result;
  }
  const ImageRules held = rules.for_image(files.name);
  if (keep == KeepImages::no && held.masks.empty() && is_png_name(files.expected) && is_png_name(files.actual)) {
    if (const std::optional<PngShape> shape = find_equal_png(files.expected, files.actual)) {
      ImagePair pair;
      pair.name = files.name;
      pair.expected_file = files.expected;
      pair.actual_file = files.actual;
      pair.equal = shape;
      return compare_by_rules(std::move(pair), load_accepted(files.expected, held), held, options, keep, rules.day);
    }
  }
  return compare_by_rules(load_pair(files, held.reading), load_accepted(files.expected, held), held, options, keep,
                          rules.day);
}

std::vector<PairResult> compare_files(const std::vector<FilePair>& files, const ComparisonRules& rules,
                                      const ComparisonOptions& options, ReportWriter* report,
                                      const std::function<void(std::size_t)>& on_pair) {
  std::vector<PairResult> results(files.size());
  std::mutex mutex;
  std::size_t done = 0;
  for_ranges(static_cast<int>(files.size()), 1, [&](int begin, int) {
    const auto index = static_cast<std::size_t>(begin);
    results[index] =
        compare_file_pair(files[index], rules, options, report != nullptr ? report->kept() : KeepImages::no);
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
