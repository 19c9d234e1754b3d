#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "tests/app/temporary_folder.h"
#include "tests/app/window/panels/whole_session.h"

namespace texelscope::tests {
namespace {

using nlohmann::json;

std::filesystem::path source_folder() { return std::filesystem::path{TEXELSCOPE_KEPT_SESSIONS} / "../../.."; }

/// The names that session.cpp looks up. For a composed name, such as "navigation_edge", this is only its ending.
std::set<std::string> names_read() {
  const std::string source = file_bytes(source_folder() / "app/workspace/session.cpp");
  static const std::regex look_up(
      "\\b(?:text_or|flag_or|number_or|at|find|choice|count_of|real_number|number|extent)\\((?:\\w+, )?(?:name \\+ "
      ")?\"(\\w+)\"");
  std::set<std::string> names;
  for (std::sregex_iterator at(source.begin(), source.end(), look_up), end; at != end; ++at) {
    names.insert((*at)[1].str());
  }
  return names;
}

/// The words that are in backticks.
std::set<std::string> quoted_names(const std::string& text) {
  static const std::regex quoted("`(\\w+)`");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at) {
    names.insert((*at)[1].str());
  }
  return names;
}

/// The table of docs/sessions.md, as the names in the row of each key.
std::map<std::string, std::set<std::string>> keys_of_page() {
  std::istringstream page(file_bytes(source_folder() / "docs/sessions.md"));
  std::map<std::string, std::set<std::string>> keys;
  bool is_table = false;
  for (std::string line; std::getline(page, line);) {
    is_table = line.starts_with("| key |") || (is_table && line.starts_with("|"));
    if (is_table) {
      for (const std::string& key : quoted_names(line.substr(0, line.find('|', 1)))) {
        keys[key] = quoted_names(line.substr(line.find('|', 1)));
      }
    }
  }
  return keys;
}

TEST(SessionKeys, AreAllThatTheProgramReads) {
  std::set<std::string> there;
  for (const json& session : {whole_session(), earlier_session()}) {
    for (const json::json_pointer& key : keys_of(session)) {
      there.insert(key.back());
    }
  }
  const std::set<std::string> names = names_read();
  EXPECT_GE(names.size(), 30U);
  for (const std::string& name : names) {
    const auto is_name = [&](const std::string& key) {
      return name.front() == '_' ? key.ends_with(name) : key == name;
    };
    EXPECT_TRUE(std::ranges::any_of(there, is_name)) << name << " is read, but not tested with hostile values";
  }
}

TEST(SessionKeys, HaveTheEffectsThatTheirPageDocuments) {
  const std::map<std::string, std::set<std::string>> page = keys_of_page();
  const std::set<std::string> names = names_read();
  std::set<std::string> keys;
  for (const json& session : {whole_session(), earlier_session()}) {
    for (const json::json_pointer& key : keys_of(session)) {
      json::json_pointer top = key;
      while (!top.parent_pointer().empty()) {
        top = top.parent_pointer();
      }
      keys.insert(top.back());
      const std::set<std::string> of_lists{"parameters", "sizes", "labs"};
      if (top == key || of_lists.contains(top.back()) || !names.contains(key.back())) {
        continue;
      }
      const auto row = page.find(top.back());
      EXPECT_TRUE(row != page.end() && row->second.contains(key.back()))
          << "the row of " << top.back() << " in docs/sessions.md does not mention " << key.back();
    }
  }
  std::set<std::string> told;
  for (const auto& [key, row] : page) {
    told.insert(key);
  }
  EXPECT_EQ(told, keys) << "the keys in the table of docs/sessions.md differ from those of a session";
}

}  // namespace
}  // namespace texelscope::tests
