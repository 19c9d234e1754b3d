#include "app/compare/library/compare_with_expected.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "app/compare/compare_files.h"
#include "app/compare/rules/compare_by_rules.h"
#include "app/compare/rules/rules.h"
#include "app/compare/rules/rules_file.h"

namespace texelscope::compare {
namespace {

namespace fs = std::filesystem;

bool is_missing(const fs::path& path) {
  std::error_code error;
  return fs::status(path, error).type() == fs::file_type::not_found;
}

std::string absence_text(const fs::path& path, const fs::path& folder) {
  if (is_missing(folder)) {
    return fmt::format(
        "{} does not exist, nor does its folder {}; accept the image if it is the first one, otherwise correct the "
        "path",
        path.string(), folder.string());
  }
  return fmt::format("{} does not exist yet", path.string());
}

}  // namespace

ExpectedImageResult compare_with_expected(const ExpectedImage& expected, const app::Image& actual,
                                          app::KeepImages keep) {
  app::ComparisonRules rules;
  rules.file = app::find_rules(expected.folder);
  rules.initial.limits = expected.limits;
  const app::ImageRules held = rules.for_image(expected.name);
  const fs::path path = expected.folder / expected.name;
  const bool is_there = !is_missing(path);
  ExpectedImageResult result;
  result.target = is_there && !held.own_image.empty() ? path.parent_path() / held.own_image : path;
  if (held.is_ignored) {
    result.pair.name = expected.name;
    return result;
  }
  const app::FilePair files{.name = expected.name, .expected = path, .actual = {}, .expected_folder = expected.folder};
  app::ImagePair pair = app::load_pair(files, held.reading);
  pair.actual = actual;
  pair.actual_error.clear();
  if (!is_there) {
    pair.expected_error = absence_text(path, expected.folder);
  }
  result.pair = app::compare_by_rules(std::move(pair), app::load_accepted(files.expected_file(), held), held, {}, keep,
                                      rules.day);
  return result;
}

}  // namespace texelscope::compare
