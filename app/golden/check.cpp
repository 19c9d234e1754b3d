#include "app/golden/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <system_error>

#include "app/compare/rules/compare_by_rules.h"
#include "app/compare/rules/rules_file.h"
#include "app/images/image_convert.h"
#include "app/images/image_file.h"
#include "app/scenes/registry.h"
#include "app/text/nearest_name.h"

namespace texelscope::app {
namespace {

GoldenResult judged(GoldenResult result, GoldenVerdict verdict, std::string text) {
  result.verdict = verdict;
  result.text = std::move(text);
  return result;
}

/// Judges by the limits of the manifest and of the rules for the entry.
GoldenResult judged_by_rules(GoldenResult result, const FilePlace& file, ComparisonRules rules) {
  const GoldenEntry& entry = result.entry;
  if (entry.tolerance > 0) {
    rules.initial.limits.max_error = entry.tolerance;
  }
  const ImageRules held = rules.for_image(file.path.filename().string());
  ImagePair pair{entry.name, result.expected, result.actual, {}, {}, {}};
  const PairResult found =
      compare_by_rules(std::move(pair), load_accepted(file, held), held, {}, KeepImages::no, rules.day);
  result.notes = found.notes;
  const std::string size = fmt::format("by up to {} of 255", result.max_error);
  if (!found.known_failure.empty()) {
    return judged(std::move(result), GoldenVerdict::known_failure, fmt::format("{}; {}", size, found.known_failure));
  }
  if (found.failures.empty()) {
    if (result.differing_bytes == 0) {
      return result;
    }
    const std::string reason = !found.accepted_image.empty() ? fmt::format("{} is accepted", found.accepted_image)
                               : entry.tolerance > 0         ? entry.reason
                                                             : fmt::format("within the limits of {}", rules_name);
    return judged(std::move(result), GoldenVerdict::within_tolerance, fmt::format("{}; {}", size, reason));
  }
  const std::string failures =
      rules.file.rules.empty() ? "" : fmt::format("; by {}: {}", rules_name, fmt::join(found.failures, "; "));
  std::string text =
      fmt::format("{} of {} bytes differ, {}{}{}; run golden update {} to accept the frame", result.differing_bytes,
                  result.expected->pixels.size(), size,
                  entry.tolerance > 0 ? fmt::format(" (tolerance {})", entry.tolerance) : "", failures, entry.name);
  return judged(std::move(result), GoldenVerdict::different, std::move(text));
}

GoldenResult check_entry(const gpu::Folder& folder, const GoldenEntry& entry, const FrameMaker& make,
                         const ComparisonRules& rules) {
  GoldenResult result;
  result.entry = entry;
  try {
    result.actual = make(entry);
  } catch (const std::exception& error) {
    return judged(std::move(result), GoldenVerdict::failed, error.what());
  }
  if (!result.actual) {
    return judged(std::move(result), GoldenVerdict::not_made, "needs a renderer; pass --renderer gl");
  }
  const std::filesystem::path path = picture_path(folder.path(), entry);
  if (std::error_code error; !std::filesystem::exists(path, error)) {
    return judged(std::move(result), GoldenVerdict::missing,
                  fmt::format("{} does not exist; run golden update {} to create it", path.string(), entry.name));
  }
  try {
    result.expected = stored_frame({path, folder});
  } catch (const FileError& error) {
    return judged(std::move(result), GoldenVerdict::corrupt, error.what());
  }
  const Image& expected = *result.expected;
  if (expected.width != entry.width || expected.height != entry.height) {
    return judged(std::move(result), GoldenVerdict::resized,
                  fmt::format("{} has {}x{} pixels, but its entry says {}x{}; run golden update {} to regenerate it",
                              path.string(), expected.width, expected.height, entry.width, entry.height, entry.name));
  }
  if (const std::string hash = pixel_hash(expected); hash != entry.pixels) {
    return judged(std::move(result), GoldenVerdict::corrupt,
                  fmt::format("the pixels of {} are {}, but the manifest says {}; restore the file, or run golden "
                              "update {}",
                              path.string(), hash, entry.pixels.empty() ? "nothing" : entry.pixels, entry.name));
  }
  const ByteDifference difference = difference_of(expected, *result.actual);
  result.max_error = difference.max_error;
  result.differing_bytes = difference.differing_bytes;
  return judged_by_rules(std::move(result), {path, folder}, rules);
}

GoldenResult without_entry(std::string_view scene) {
  GoldenResult result;
  result.entry.name = result.entry.scene = scene;
  return judged(std::move(result), GoldenVerdict::missing,
                fmt::format("scene {0} has no golden frame; run golden update {0} to create one", scene));
}

void add_scenes_without_entry(const GoldenManifest& manifest, std::vector<GoldenResult>& results) {
  for (const SceneDeclaration& scene : scenes()) {
    if (std::ranges::find(manifest.entries, scene.name, &GoldenEntry::scene) == manifest.entries.end()) {
      results.push_back(without_entry(scene.name));
    }
  }
}

void add_extra_pictures(const gpu::Folder& folder, const GoldenManifest& manifest, const RuleFile& rules,
                        std::vector<GoldenResult>& results) {
  for (const std::string& name : unnamed_pictures(folder, manifest, rules)) {
    GoldenResult result;
    result.entry.name = name;
    results.push_back(judged(std::move(result), GoldenVerdict::extra,
                             fmt::format("no manifest entry names {}; run golden update --all to remove it",
                                         (folder.path() / name).string())));
  }
}

std::string parameters_text(const GoldenEntry& entry) {
  if (entry.width == 0 || entry.scene.empty()) {
    return "";
  }
  std::string text = fmt::format("scene {}, frame {}, {}x{}", entry.scene, entry.frame, entry.width, entry.height);
  if (entry.view) {
    text += fmt::format("\nviewport at zoom {} around ({}, {})", entry.view->zoom, entry.view->center_x,
                        entry.view->center_y);
  }
  for (const auto& [name, value] : entry.settings) {
    text += fmt::format("\n{} = {}", name, value);
  }
  if (entry.tolerance > 0) {
    text += fmt::format("\ntolerance {}: {}", entry.tolerance, entry.reason);
  }
  return text;
}

}  // namespace

std::string_view to_string(GoldenVerdict verdict) {
  constexpr std::array<std::string_view, 10> names{
      "equal", "within tolerance", "different", "resized",  "missing",
      "extra", "corrupt",          "failed",    "not made", "known failure"};
  return names[static_cast<std::size_t>(verdict)];
}

ByteDifference difference_of(const Image& expected, const Image& actual) {
  ByteDifference difference;
  for (std::size_t i = 0; i < std::min(expected.pixels.size(), actual.pixels.size()); ++i) {
    const int error = std::abs(std::to_integer<int>(expected.pixels[i]) - std::to_integer<int>(actual.pixels[i]));
    difference.max_error = std::max(difference.max_error, error);
    difference.differing_bytes += error != 0 ? 1 : 0;
  }
  return difference;
}

Image stored_frame(const FilePlace& file) { return with_array_channels(with_8_bits(load_image(file))); }

std::vector<std::string> unnamed_pictures(const gpu::Folder& folder, const GoldenManifest& manifest,
                                          const RuleFile& rules) {
  std::vector<std::string> named = picture_names(manifest);
  const std::vector<std::string> others = images_of_rules(rules, folder.path(), named);
  named.insert(named.end(), others.begin(), others.end());
  std::vector<std::string> names = names_in({folder.path(), folder});
  std::erase_if(names, [&](const std::string& name) {
    return std::filesystem::path(name).extension() != ".png" || std::ranges::find(named, name) != named.end();
  });
  std::ranges::sort(names);
  return names;
}

std::vector<GoldenEntry> chosen_entries(const GoldenManifest& manifest, std::span<const std::string> names) {
  if (names.empty()) {
    return manifest.entries;
  }
  std::vector<std::string_view> known;
  for (const SceneDeclaration& scene : scenes()) {
    known.push_back(scene.name);
  }
  for (const GoldenEntry& entry : manifest.entries) {
    if (std::ranges::find(known, entry.name) == known.end()) {
      known.push_back(entry.name);
    }
  }
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) == known.end()) {
      throw ParameterError(
          fmt::format("unknown scene or golden frame '{}'; {}", name, advise_names(name, known, "goldens")));
    }
  }
  std::vector<GoldenEntry> chosen;
  std::ranges::copy_if(manifest.entries, std::back_inserter(chosen), [&](const GoldenEntry& entry) {
    return std::ranges::find(names, entry.scene) != names.end() || std::ranges::find(names, entry.name) != names.end();
  });
  return chosen;
}

std::vector<GoldenResult> check_goldens(const gpu::Folder& folder, std::span<const std::string> names,
                                        const FrameMaker& make, const GoldenProgress& progress,
                                        const Platform& platform) {
  const GoldenManifest manifest = load_manifest(folder);
  const ComparisonRules rules{.file = find_rules(folder), .platform = platform};
  const std::vector<GoldenEntry> entries = chosen_entries(manifest, names);
  std::vector<GoldenResult> results;
  for (const GoldenEntry& entry : entries) {
    if (progress) {
      progress(results.size(), entries.size(), entry.name);
    }
    results.push_back(check_entry(folder, entry, make, rules));
  }
  if (names.empty()) {
    add_scenes_without_entry(manifest, results);
    add_extra_pictures(folder, manifest, rules.file, results);
  } else {
    for (const std::string& name : names) {
      if (std::ranges::none_of(entries, [&](const GoldenEntry& e) { return e.scene == name || e.name == name; })) {
        results.push_back(without_entry(name));
      }
    }
  }
  return results;
}

std::vector<PairResult> pair_results(std::span<const GoldenResult> results, KeepImages keep) {
  std::vector<PairResult> pairs;
  for (const GoldenResult& result : results) {
    if (result.verdict == GoldenVerdict::not_made) {
      continue;
    }
    ImagePair pair;
    pair.name = result.entry.name;
    pair.parameters = parameters_text(result.entry);
    pair.expected = result.expected;
    pair.actual = result.actual;
    if (!pair.expected) {
      pair.expected_error = result.text;
    }
    if (!pair.actual) {
      pair.actual_error = result.text;
    }
    PairResult row = compare_pair(pair, {.measures_all = keep == KeepImages::yes}, keep);
    row.failures.clear();
    row.notes.insert(row.notes.end(), result.notes.begin(), result.notes.end());
    if (result.verdict == GoldenVerdict::known_failure) {
      row.known_failure = result.text;
    }
    if (!result.passes() || !row.known_failure.empty()) {
      row.failures.push_back(fmt::format("{}: {}", to_string(result.verdict), result.text));
    }
    pairs.push_back(std::move(row));
  }
  return pairs;
}

}  // namespace texelscope::app
