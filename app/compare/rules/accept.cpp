#include "app/compare/rules/accept.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <future>
#include <iterator>
#include <map>
#include <new>
#include <ostream>
#include <set>
#include <system_error>
#include <utility>

#include "app/compare/equal_png.h"
#include "app/compare/rules/glob.h"
#include "app/files/file.h"
#include "app/files/write_failure.h"
#include "app/images/image_reader.h"
#include "app/text/escape.h"
#include "app/text/nearest_name.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// The bytes of an image file that can be read completely, with all parts. @throws FileError.
std::vector<std::byte> whole_picture(const FilePlace& file) {
  try {
    std::vector<std::byte> bytes = read_file(file, largest_image_file);
    const ImageReader reader(bytes, file.path);
    for (std::size_t part = 0; part < std::max<std::size_t>(1, reader.parts().size()); ++part) {
      static_cast<void>(reader.read_part(part, Orientation::applied));
    }
    return bytes;
  } catch (const std::bad_alloc&) {
    throw FileError(fmt::format("cannot read {}: not enough memory; close other programs", file.path.string()));
  }
}

/// Why a target must not be written or removed; empty if it may be. Rules of others may name any file, and links may
/// lead to one; a file that is compared and named like an image may contain anything.
std::string fault_of_target(const FilePlace& target, const fs::path& compared) {
  if (!is_inside(target)) {
    return fmt::format("a link leads out of the folder {}; replace it with a copy", target.within.path().string());
  }
  std::error_code error;
  if (fs::is_other(target.path, error)) {
    return "it is a pipe or a device; remove it";
  }
  const bool is_named = target.path == compared && is_image_name(fs::weakly_canonical(target.path, error));
  if (is_named || !is_there(target)) {
    return "";
  }
  return has_image_content(target) ? "" : "it exists and is not an image; remove it, or correct the rule that names it";
}

/// Why a file must not be removed, whatever its name; empty if it may be.
std::string fault_of_removal(const FilePlace& target) {
  std::string fault = fault_of_target(target, target.path);
  return fault.empty() && is_there(target) && !has_image_content(target)
             ? "it is not an image, and stays; remove it yourself"
             : fault;
}

/// The pairs that the names refer to: by exact name, or else as a pattern. @throws FileError for a name without a pair.
std::set<std::string_view> named_pairs(const std::vector<FilePair>& files, const std::vector<std::string>& names) {
  std::vector<std::string_view> known;
  std::ranges::transform(files, std::back_inserter(known), &FilePair::name);
  std::set<std::string_view> named;
  for (const std::string& name : names) {
    if (const auto exact = std::ranges::find(known, name); exact != known.end()) {
      named.insert(*exact);
      continue;
    }
    bool matches = false;
    for (const std::string_view pair : known) {
      if (matches_glob(name, pair)) {
        named.insert(pair);
        matches = true;
      }
    }
    if (!matches) {
      // Among thousands of pairs, one similar name is enough.
      const std::string_view nearest = nearest_name(name, known);
      throw FileError(
          fmt::format("no pair to accept matches '{}'{}; use pair names as listed by the comparison, or a pattern "
                      "such as gui/*.png",
                      shown_line(name, 100), nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
    }
  }
  return named;
}

std::string difference_text(const PairResult& result) {
  if (!result.comparison || (result.comparison->differing_pixels == 0 && !result.failures.empty())) {
    return result.failures.empty() ? "" : result.failures.front();
  }
  const Comparison& comparison = *result.comparison;
  return fmt::format("{} of {} pixels differ, by up to {:.6g}", comparison.differing_pixels, comparison.pixels,
                     comparison.max_error);
}

Acceptance of_missing(Acceptance acceptance, bool prunes) {
  acceptance.kind = prunes ? AcceptanceKind::removed : AcceptanceKind::kept;
  acceptance.text =
      prunes ? "the actual image is missing" : "the actual image is missing; --prune removes the expected one";
  return acceptance;
}

/// The acceptance of a selected pair.
Acceptance acceptance_of(const FilePair& files, const PairResult& result, const ImageRules& rules, bool prunes) {
  Acceptance acceptance{AcceptanceKind::kept,  files.name,         files.expected, files.actual, "",
                        files.expected_folder, files.actual_folder};
  const auto refused = [&](std::string text) {
    acceptance.kind = AcceptanceKind::refused;
    acceptance.text = std::move(text);
    return std::move(acceptance);
  };
  if (!files.fault.empty()) {
    return refused(files.fault);
  }
  if (!is_there(files.actual_file())) {
    std::string fault = prunes ? fault_of_removal(files.expected_file()) : "";
    return fault.empty() ? of_missing(std::move(acceptance), prunes) : refused(std::move(fault));
  }
  if (!rules.own_image.empty() && is_there(files.expected_file())) {
    acceptance.target = files.expected.parent_path() / rules.own_image;
  }
  try {
    static_cast<void>(whole_picture(files.actual_file()));
  } catch (const FileError& error) {
    return refused(error.what());
  }
  const FilePlace target(acceptance.target, files.expected_folder);
  if (std::string fault = fault_of_target(target, files.expected); !fault.empty()) {
    return refused(std::move(fault));
  }
  if (have_same_bytes(target, files.actual_file())) {
    acceptance.kind = result.has_passed() ? AcceptanceKind::kept : AcceptanceKind::refused;
    acceptance.text = result.has_passed()
                          ? "it is the same file"
                          : fmt::format("it is the same file, but still fails: {}", result.failures.front());
    return acceptance;
  }
  acceptance.kind = is_there(target) ? AcceptanceKind::replaced : AcceptanceKind::added;
  acceptance.text = is_there(files.expected_file()) ? difference_text(result) : "new image";
  return acceptance;
}

/// The compared folder that contains a pair.
fs::path folder_of(const FilePair& pair) {
  fs::path folder = pair.expected;
  for ([[maybe_unused]] const fs::path& part : fs::path(pair.name)) {
    folder = folder.parent_path();
  }
  return folder.empty() ? fs::path(".") : folder;
}

/// Also removes images that rules accept only for removed images, because they would become pairs.
void add_removed_accepted(const std::vector<FilePair>& files, const RuleFile& rules, std::vector<Acceptance>& plan) {
  std::set<std::string> removed;
  for (const Acceptance& each : plan) {
    if (each.kind == AcceptanceKind::removed) {
      removed.insert(each.name);
    }
  }
  if (removed.empty()) {
    return;
  }
  std::vector<std::string> staying;
  for (const FilePair& pair : files) {
    if (!removed.contains(pair.name)) {
      staying.push_back(pair.name);
    }
  }
  const fs::path folder = folder_of(files.front());
  const std::vector<std::string> needed = images_of_rules(rules, folder, staying);
  for (const std::string& image : images_of_rules(rules, folder, {removed.begin(), removed.end()})) {
    const bool is_needed =
        std::ranges::binary_search(needed, image) || std::ranges::find(files, image, &FilePair::name) != files.end();
    if (!is_needed && is_there(folder / image) && is_inside({(folder / image).parent_path(), folder})) {
      const std::string fault = fault_of_removal({folder / image, files.front().expected_folder});
      plan.push_back({.kind = fault.empty() ? AcceptanceKind::removed : AcceptanceKind::refused,
                      .name = image,
                      .target = folder / image,
                      .actual = {},
                      .text = fault.empty() ? "it is accepted only for removed images" : fault,
                      .expected_folder = files.front().expected_folder});
    }
  }
}

}  // namespace

std::string_view to_string(AcceptanceKind kind) {
  constexpr std::array<std::string_view, 5> names{"added", "replaced", "removed", "kept", "refused"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<Acceptance> plan_acceptance(const std::vector<FilePair>& files, const std::vector<PairResult>& results,
                                        const ComparisonRules& rules, const AcceptanceChoice& choice) {
  const std::set<std::string_view> named = named_pairs(files, choice.names);
  // A test run that failed early must not remove all expected images.
  if (choice.prunes && named.empty() && !files.empty() &&
      std::ranges::none_of(files, [](const FilePair& pair) { return is_there(pair.actual_file()); })) {
    throw FileError(
        fmt::format("there is no actual image, so --prune would remove all {} expected ones; render the images first, "
                    "or name those to remove",
                    files.size()));
  }
  std::map<std::string_view, const PairResult*> by_name;
  for (const PairResult& result : results) {
    by_name[result.name] = &result;
  }
  std::vector<Acceptance> plan;
  for (const FilePair& pair : files) {
    const PairResult& result = *by_name.at(pair.name);
    const bool is_named = named.contains(pair.name);
    const bool differs = !result.failures.empty() || !result.comparison || result.comparison->differing_pixels > 0;
    const bool is_chosen = choice.names.empty() ? differs : is_named;
    if (!is_chosen || (choice.only_failed && result.failures.empty())) {
      continue;
    }
    if (!result.known_failure.empty() && !is_named) {
      plan.push_back({AcceptanceKind::kept, pair.name, pair.expected, pair.actual,
                      fmt::format("known failure: {}; name it to accept it", result.known_failure)});
      continue;
    }
    Acceptance acceptance = acceptance_of(pair, result, rules.for_image(pair.name), choice.prunes);
    // A pattern also matches images that need no change.
    const bool is_needless = acceptance.kind == AcceptanceKind::kept && result.failures.empty();
    if (!is_needless || std::ranges::find(choice.names, pair.name) != choice.names.end()) {
      plan.push_back(std::move(acceptance));
    }
  }
  add_removed_accepted(files, rules.file, plan);
  return plan;
}

void accept_image(const Acceptance& acceptance) {
  const auto in_folder = [&](const fs::path& path) { return FilePlace(path, acceptance.expected_folder); };
  if (acceptance.kind == AcceptanceKind::removed) {
    // The file may be newer than the plan.
    if (const std::string fault = fault_of_removal(in_folder(acceptance.target)); !fault.empty()) {
      throw FileError(fmt::format("cannot remove {}: {}", acceptance.target.string(), fault));
    }
    remove_file(in_folder(acceptance.target));
    return;
  }
  // Checked again, because the file may have been overwritten since the comparison.
  const std::vector<std::byte> bytes = whole_picture({acceptance.actual, acceptance.actual_folder});
  const fs::path folder = acceptance.target.parent_path();
  if (!folder.empty()) {
    make_folder(in_folder(folder));
  }
  write_file(in_folder(acceptance.target), bytes);
}

void accept_images(std::span<const Acceptance> plan, const std::function<void(const Acceptance&)>& on_done) {
  constexpr std::size_t most_at_once = 16;
  while (!plan.empty()) {
    // The order matters for acceptances that write the same file.
    std::set<fs::path> targets;
    std::size_t count = 0;
    while (count < std::min(most_at_once, plan.size()) && targets.insert(plan[count].target).second) {
      ++count;
    }
    std::vector<std::future<void>> works;
    for (const Acceptance& each : plan.first(count)) {
      works.push_back(std::async(each.writes() && count > 1 ? std::launch::async : std::launch::deferred, [&each] {
        if (each.writes()) {
          accept_image(each);
        }
      }));
    }
    std::exception_ptr failure;
    for (std::size_t index = 0; index < count; ++index) {
      try {
        works[index].get();
        on_done(plan[index]);
      } catch (const FileError&) {
        failure = failure ? failure : std::current_exception();
      }
    }
    if (failure) {
      std::rethrow_exception(failure);
    }
    plan = plan.subspan(count);
  }
}

}  // namespace texelscope::app
