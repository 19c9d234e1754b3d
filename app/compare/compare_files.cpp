#include "app/compare/compare_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "app/compare/change_groups.h"
#include "app/compare/equal_png.h"
#include "app/compare/name_hints.h"
#include "app/compare/part_pairs.h"
#include "app/compare/report/report_writer.h"
#include "app/compare/rules/image_folder.h"
#include "app/files/free_memory.h"
#include "app/images/row_ranges.h"
#include "app/text/count_text.h"
#include "app/text/escape.h"

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
    throw FileError(fmt::format("cannot compare {} with {}: {} is {}; specify two images or two folders",
                                expected.string(), actual.string(), other.string(),
                                (is_folder ? is_actual_there : is_there) ? "not a folder" : "missing"));
  }
  if (is_folder && fs::equivalent(expected, actual, error)) {
    throw FileError(
        fmt::format("cannot compare {} with {}: both are the same folder; specify the folder of the "
                    "actual images",
                    expected.string(), actual.string()));
  }
  if (!is_there && !is_actual_there) {
    throw FileError(
        fmt::format("cannot compare {} with {}: neither exists; check the paths", expected.string(), actual.string()));
  }
}

using ReadFile = std::function<Image()>;

std::optional<Image> load(const FilePlace& file, const ReadFile& read, const std::string& absence, std::string& error) {
  std::error_code reason;
  // Other errors, such as an unreadable folder, are reported when the file is read.
  if (fs::symlink_status(file.path, reason).type() == fs::file_type::not_found) {
    error = absence;
    return std::nullopt;
  }
  try {
    return read();
  } catch (const FileError& failure) {
    error = failure.what();
    return std::nullopt;
  }
}

using Names = std::map<std::string, std::string>;

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

/// Reads the expected and the actual image, each on a thread.
ImagePair load_images(const FilePair& files, const ReadFile& expected, const ReadFile& actual) {
  ImagePair pair;
  pair.name = files.name;
  pair.expected_file = files.expected_file();
  pair.actual_file = files.actual_file();
  // Reads both concurrently if this is the only pair.
  for_ranges(2, 1, [&](int image, int) {
    if (image == 0) {
      pair.expected =
          load(pair.expected_file, expected,
               absence_text("the expected image is missing: the actual one is extra", files.hint), pair.expected_error);
    } else {
      pair.actual = load(pair.actual_file, actual, absence_text("the image is missing", files.hint), pair.actual_error);
    }
  });
  return pair;
}

constexpr const char* part_advice = "to compare only one, select it with --part or with a rule's part";

/// The names of the images that make up a file; empty if it has a single image.
std::span<const std::string> pictures_of(const Image& image) { return std::span(image.parts).first(image.whole_parts); }

/// The reason why comparing only the first images of two files is incomplete; empty if it is complete.
std::string uncompared(const FilePair& files, const Image& expected, const Image& actual, bool has_only_pixels) {
  const std::size_t counts[] = {std::max<std::size_t>(1, expected.whole_parts),
                                std::max<std::size_t>(1, actual.whole_parts)};
  if (counts[0] != counts[1]) {
    return fmt::format("the expected file has {}, the actual one {}; {}", count_text(counts[0], "image"), counts[1],
                       part_advice);
  }
  if (!has_only_pixels && (expected.is_of_animation || actual.is_of_animation) &&
      !have_same_bytes(files.expected_file(), files.actual_file())) {
    return fmt::format("the other frames of the animation are not read; {}", part_advice);
  }
  return "";
}

/// The name for selecting a part of both files: its number, or its name if the number is the name of a different part.
std::string part_at(const ImageReader& file, const std::pair<std::size_t, std::size_t>& positions) {
  std::string number = std::to_string(positions.first + 1);
  return positions.first == positions.second && file.find(number) == positions.first ? std::move(number)
                                                                                     : file.parts()[positions.first];
}

/// Compares the images of two files that have the same names; further images are a failure. Returns the worst, with all
/// notes. @throws FileError if a file cannot be opened.
PairResult compare_parts(const FilePair& files, const PartPairs& pairs, const ImageRules& rules,
                         const ComparisonOptions& options, KeepImages keep, std::chrono::sys_days day) {
  const ImageReader expected(files.expected_file());
  const ImageReader actual(files.actual_file());
  const std::size_t count = pairs.same.size();
  if (std::ranges::any_of(pairs.same, [&](const auto& positions) {
        return positions.first >= expected.parts().size() || positions.second >= actual.parts().size();
      })) {
    throw FileError(fmt::format("cannot compare {} with {}: they were replaced meanwhile; try again",
                                files.expected.string(), files.actual.string()));
  }
  OpenedImages accepted;
  ImageRules held = rules;
  // A known failure applies to the file as a whole.
  held.known_failure.reset();
  const KeepImages kept = keep == KeepImages::failed && rules.known_failure ? KeepImages::yes : keep;
  std::vector<PairResult> results;
  std::vector<std::string> failures;
  std::vector<std::string> notes;
  std::set<std::string> known_notes;
  double seconds = 0;
  bool broke_limits_alone = true;
  for (std::size_t index = 0; index < count; ++index) {
    const auto read = [&](const ImageReader& file, std::size_t position) {
      return
          [&file, position, orientation = rules.reading.orientation] { return file.read_part(position, orientation); };
    };
    const auto& [first, second] = pairs.same[index];
    held.reading.part = part_at(expected, pairs.same[index]);
    PairResult result =
        compare_by_rules(load_images(files, read(expected, first), read(actual, second)),
                         load_accepted(files.expected_file(), held, &accepted), held, options, kept, day);
    for (const std::string& failure : result.failures) {
      failures.push_back(fmt::format("part {} of {}, {}: {}", first + 1, count + pairs.missing.size(),
                                     shown_line(expected.parts()[first], 60), failure));
    }
    std::ranges::copy_if(result.notes, std::back_inserter(notes),
                         [&](const std::string& note) { return known_notes.insert(note).second; });
    broke_limits_alone = broke_limits_alone && (result.failures.empty() || result.broke_limits_alone);
    seconds += result.seconds;
    result.part = held.reading.part;
    results.push_back(std::move(result));
    // One after another, because all images together may need a lot of memory.
    sort_worst_first(results);
    results.resize(1);
  }
  if (const std::string unpaired = unpaired_text(pairs); !unpaired.empty()) {
    failures.push_back(fmt::format("not compared: {}; {}", unpaired, part_advice));
    broke_limits_alone = false;
  }
  PairResult worst = std::move(results.front());
  worst.broke_limits_alone = broke_limits_alone && !failures.empty();
  worst.failures = std::move(failures);
  worst.notes = std::move(notes);
  worst.seconds = seconds;
  judge_known_failure(rules, day, worst);
  if (keep == KeepImages::failed && worst.has_passed()) {
    worst.pictures.clear();
  }
  return worst;
}

/// The result of a pair that cannot be compared.
PairResult failed_pair(const FilePair& files, std::string failure) {
  PairResult result;
  result.name = files.name;
  result.kind = ChangeKind::damaged;
  result.file = files.expected.string();
  result.failures.push_back(std::move(failure));
  return result;
}

/// Compares two files that can be opened or are missing.
PairResult compare_two_files(const FilePair& files, const ComparisonRules& rules, const ComparisonOptions& options,
                             KeepImages keep) {
  const ImageRules held = rules.for_image(files.name);
  ImagePair pair;
  pair.name = files.name;
  pair.expected_file = files.expected_file();
  pair.actual_file = files.actual_file();
  if (keep == KeepImages::no && held.masks.empty() && is_png_name(files.expected) && is_png_name(files.actual)) {
    PngPair read = read_png_pair(pair.expected_file, pair.actual_file);
    pair.equal = read.equal;
    pair.expected = std::move(read.expected);
    pair.actual = std::move(read.actual);
    if (pair.equal) {
      return compare_by_rules(std::move(pair), load_accepted(files.expected_file(), held), held, options, keep,
                              rules.day);
    }
  }
  // A PNG has no parts, which is an error.
  if (!pair.expected || !held.reading.part.empty()) {
    pair = load_pair(files, held.reading);
  }
  if (held.reading.part.empty() && pair.expected && pair.actual) {
    const std::span<const std::string> wanted = pictures_of(*pair.expected);
    const std::span<const std::string> found = pictures_of(*pair.actual);
    if (std::max(wanted.size(), found.size()) > 1 && !wanted.empty() && !found.empty()) {
      const PartPairs pairs = pair_parts(wanted, found);
      if (pairs.same.empty()) {
        return failed_pair(files, fmt::format("not compared: {}; {}", unpaired_text(pairs), part_advice));
      }
      pair = {};
      try {
        return compare_parts(files, pairs, held, options, keep, rules.day);
      } catch (const FileError& error) {
        return failed_pair(files, error.what());
      }
    }
    pair.uncompared = uncompared(files, *pair.expected, *pair.actual, held.has_only_pixels);
  }
  return compare_by_rules(std::move(pair), load_accepted(files.expected_file(), held), held, options, keep, rules.day);
}

/// A name that JSON can store: reports and command lines refer to pairs by name. `taken` are the names of other pairs.
std::string storable_name(const std::string& name, std::set<std::string>& taken) {
  if (is_utf8(name)) {
    return name;
  }
  std::string escaped = escaped_utf8(name);
  // Another file may have the escaped name.
  while (!taken.insert(escaped).second) {
    escaped += '\\';
  }
  return escaped;
}

/// Whether the current exception means that memory or threads ran out.
bool is_shortage() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return true;
  } catch (const std::length_error&) {
    return true;
  } catch (const std::system_error& error) {
    return error.code() == std::errc::resource_unavailable_try_again || error.code() == std::errc::not_enough_memory;
  } catch (...) {
    return false;
  }
}

}  // namespace

PairList find_pairs(const fs::path& expected, const fs::path& actual, const ComparisonRules& rules) {
  require_same_kind(expected, actual);
  if (!fs::is_directory(expected)) {
    std::set<std::string> taken;
    return {{{storable_name(expected.filename().string(), taken), expected, actual}}, {}};
  }
  const gpu::Folder expected_folder(expected);
  const gpu::Folder actual_folder(actual);
  const ImageFolder wanted = find_images(expected_folder);
  const ImageFolder found = find_images(actual_folder);
  Names all = wanted.files;
  all.insert(found.files.begin(), found.files.end());
  const std::vector<std::string> images = images_of_rules(rules.file, expected, names_of(all));
  PairList list{{}, wanted.notes};
  list.notes.insert(list.notes.end(), found.notes.begin(), found.notes.end());
  std::size_t ignored = 0;
  std::set<std::string> taken;
  std::ranges::transform(all, std::inserter(taken, taken.end()), &Names::value_type::first);
  for (const auto& [name, fault] : all) {
    if (rules.for_image(name).is_ignored) {
      ++ignored;
      continue;
    }
    // Images that rules refer to form a pair only if the actual folder also has an image of that name.
    if (!found.files.contains(name) && std::ranges::binary_search(images, name)) {
      continue;
    }
    std::string shown = storable_name(name, taken);
    std::string reason = fault_of(wanted.files, name);
    if (reason.empty()) {
      reason = fault_of(found.files, name);
    }
    if (reason.empty() && shown != name) {
      reason = fmt::format("cannot compare {}: the name is not UTF-8; rename the file or its folder", shown);
    }
    list.pairs.push_back({.name = std::move(shown),
                          .expected = expected / name,
                          .actual = actual / name,
                          .fault = std::move(reason),
                          .expected_folder = expected_folder,
                          .actual_folder = actual_folder});
  }
  if (list.pairs.empty()) {
    throw FileError(fmt::format("cannot compare {} with {}: {}; check the {}", expected.string(), actual.string(),
                                all.empty() ? "neither contains an image" : "the rules ignore every image",
                                all.empty() ? "paths" : "rules"));
  }
  add_name_hints(names_of(wanted.files), names_of(found.files), list.pairs);
  if (ignored > 0) {
    list.notes.push_back(fmt::format("files ignored by {}: {}", rules.file.path.string(), ignored));
  }
  const std::vector<std::string> notes = notes_of_rules(rules.file, names_of(all), rules.platform);
  list.notes.insert(list.notes.end(), notes.begin(), notes.end());
  return list;
}

ImagePair load_pair(const FilePair& files, const ReadOptions& options) {
  return load_images(
      files, [&] { return read_compared(ImageReader(files.expected_file()), options); },
      [&] { return read_compared(ImageReader(files.actual_file()), options); });
}

PairResult compare_file_pair(const FilePair& files, const ComparisonRules& rules, const ComparisonOptions& options,
                             KeepImages keep) {
  if (!files.fault.empty()) {
    return failed_pair(files, files.fault);
  }
  PairResult result = compare_two_files(files, rules, options, keep);
  std::error_code error;
  if (fs::equivalent(files.expected, files.actual, error)) {
    result.notes.emplace_back("the actual image is the expected one: both paths refer to the same file");
  }
  return result;
}

std::vector<PairResult> compare_files(const std::vector<FilePair>& files, const ComparisonRules& rules,
                                      const ComparisonOptions& options, ReportWriter* report,
                                      const std::function<void(std::size_t)>& on_pair) {
  // The files are half as large as the images. If there are many pairs, the next pair reuses the memory.
  if (files.size() == 1) {
    give_back_large_memory();
  }
  std::vector<PairResult> results(files.size());
  std::mutex mutex;
  std::size_t done = 0;
  std::vector<std::size_t> starved;
  const auto compare = [&](std::size_t index) {
    results[index] =
        compare_file_pair(files[index], rules, options, report != nullptr ? report->kept() : KeepImages::no);
    results[index].test = files[index].test;
    if (report != nullptr) {
      report->add(results[index]);
    }
  };
  for_ranges(static_cast<int>(files.size()), 1, [&](int begin, int) {
    const auto index = static_cast<std::size_t>(begin);
    bool is_starved = false;
    try {
      compare(index);
    } catch (...) {
      if (!is_shortage()) {
        throw;
      }
      is_starved = true;
    }
    const std::lock_guard lock(mutex);
    if (is_starved) {
      results[index] = PairResult();
      starved.push_back(index);
    } else {
      on_pair(++done);
    }
  });
  // Other pairs may have needed the memory at the same time.
  for (const std::size_t index : starved) {
    try {
      compare(index);
    } catch (...) {
      if (!is_shortage()) {
        throw;
      }
      results[index] = failed_pair(files[index],
                                   "not enough memory to compare it; close other programs, or scale the "
                                   "images down");
      results[index].test = files[index].test;
    }
    on_pair(++done);
  }
  sort_worst_first(results);
  group_changes(results);
  return results;
}

}  // namespace texelscope::app
