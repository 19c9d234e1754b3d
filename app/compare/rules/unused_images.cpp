#include "app/compare/rules/unused_images.h"

#include <algorithm>
#include <set>

#include "app/compare/rules/image_folder.h"
#include "app/compare/rules/rules.h"
#include "app/compare/rules/rules_file.h"
#include "app/files/file.h"

namespace texelscope::app {

std::vector<std::string> unused_images(const std::filesystem::path& folder, const std::vector<std::string>& used) {
  const RuleFile rules = find_rules(folder);
  std::vector<std::string> all;
  for (const auto& [name, fault] : find_images(folder).files) {
    // A folder that cannot be read.
    if (!name.ends_with('/')) {
      all.push_back(name);
    }
  }
  const std::vector<std::string> of_rules = images_of_rules(rules, folder, all);
  const std::set<std::string> kept(used.begin(), used.end());
  std::erase_if(all, [&](const std::string& name) {
    return kept.contains(name) || std::ranges::binary_search(of_rules, name) ||
           rules_for(rules, name, this_platform()).is_ignored;
  });
  return all;
}

void remove_images(const std::filesystem::path& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    remove_file({folder / name, folder});
  }
}

}  // namespace texelscope::app
