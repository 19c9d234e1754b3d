#include "app/compare/library/compare_with_expected.h"

#include <fmt/format.h>

#include "app/compare/compare_files.h"

namespace texelscope::compare {

app::PairResult compare_with_expected(const std::filesystem::path& folder, const std::string& name,
                                      const app::Image& actual, const app::Limits& limits, app::KeepImages keep) {
  app::ImagePair pair = app::load_pair({name, folder / name, {}});
  pair.actual = actual;
  pair.actual_error.clear();
  if (!std::filesystem::exists(folder / name)) {
    pair.expected_error = fmt::format("there is no {} yet", (folder / name).string());
  }
  return app::compare_pair(pair, {.limits = limits}, keep);
}

}  // namespace texelscope::compare
