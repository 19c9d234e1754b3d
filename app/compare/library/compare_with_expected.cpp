#include "app/compare/library/compare_with_expected.h"

#include <fmt/format.h>

#include <utility>

#include "app/compare/compare_files.h"
#include "app/compare/rules/compare_by_rules.h"
#include "app/compare/rules/rules.h"
#include "app/compare/rules/rules_file.h"

namespace texelscope::compare {

ExpectedImageResult compare_with_expected(const ExpectedImage& expected, const app::Image& actual,
                                          app::KeepImages keep) {
  app::ComparisonRules rules;
  rules.file = app::find_rules(expected.folder);
  rules.initial.limits = expected.limits;
  const app::ImageRules held = rules.for_image(expected.name);
  const std::filesystem::path path = expected.folder / expected.name;
  const bool is_there = std::filesystem::exists(path);
  ExpectedImageResult result;
  result.target = is_there && !held.own_image.empty() ? path.parent_path() / held.own_image : path;
  if (held.is_ignored) {
    result.pair.name = expected.name;
    return result;
  }
  app::ImagePair pair = app::load_pair({expected.name, path, {}}, held.reading);
  pair.actual = actual;
  pair.actual_error.clear();
  if (!is_there) {
    pair.expected_error = fmt::format("there is no {} yet", path.string());
  }
  result.pair = app::compare_by_rules(std::move(pair), app::load_accepted(path, held), held, {}, keep, rules.day);
  return result;
}

}  // namespace texelscope::compare
