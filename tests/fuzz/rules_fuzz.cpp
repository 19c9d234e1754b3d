#include <algorithm>
#include <filesystem>

#include "app/compare/rules/glob.h"
#include "app/compare/rules/rules_file.h"
#include "app/files/file_error.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {

void fuzz_rules(FuzzInput input) {
  const InputFile file(input, app::rules_name);
  accept<app::FileError>([&] {
    const app::RuleFile rules = app::load_rules(file.path());
    for (const char* const name : {"a.png", "gui/deep/button.png"}) {
      for (const std::string& accepted : app::rules_for(rules, name, {"linux", "x86_64", "llvmpipe"}).accepted) {
        const std::filesystem::path path(accepted);
        require(path.is_relative() && std::ranges::find(path, std::filesystem::path("..")) == path.end(),
                "an accepted image is below the folder of the expected image");
      }
    }
    for (const app::Rule& rule : rules.rules) {
      for (const std::string& pattern : rule.patterns) {
        require(app::matches_glob(pattern, pattern), "a pattern matches a file of the same name");
      }
    }
  });
}

}  // namespace texelscope::tests
