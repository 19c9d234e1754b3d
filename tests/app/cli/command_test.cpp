#include "app/cli/command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "app/cli/command_line.h"
#include "tests/app/cli/command_line.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;

struct Options {
  std::string name = "world";
  bool is_loud = false;
};

void declare(CommandOptions& command, Options& options) {
  command.option("NAME", "", options.name, "who is greeted", {.words = {{"moon", "behind the world"}}});
  command.flag("--loud", options.is_loud, "with an exclamation mark");
}

int run(const Options& options) {
  std::cout << "hello " << options.name << (options.is_loud ? "!\n" : "\n");
  return 7;
}

Subcommand hello() {
  return {.name = "hello",
          .text = "greet someone",
          .group = CommandGroup::developers,
          .rank = 5,
          .footer = "It greets one at a time.",
          .examples = {{"texelscope hello moon", "for a test"}},
          .declare = with_options(declare, run)};
}

TEST(Subcommand, IsInHelpCompletionManualAndDispatchOnceRegistered) {
  const RegisteredSubcommand registered(hello());
  EXPECT_EQ(run_command({"hello"}).out, "hello world\n");
  const Outcome loud = run_command({"hello", "moon", "--loud"});
  EXPECT_EQ(loud.out, "hello moon!\n");
  EXPECT_EQ(loud.code, 7);

  const std::string help = run_command({"--help"}).out;
  const std::size_t group = help.find("\nDevelopment:\n  hello  ");
  EXPECT_NE(group, std::string::npos) << help;
  EXPECT_NE(help.find("texelscope hello moon"), std::string::npos);
  const std::string own_help = run_command({"hello", "--help"}).out;
  for (const char* part : {"greet someone", "--loud", "It greets one at a time."}) {
    EXPECT_NE(own_help.find(part), std::string::npos) << part;
  }

  EXPECT_EQ(run_command({"complete-words", "hel"}).out, "paths\nhello\tgreet someone\n");
  EXPECT_EQ(run_command({"complete-words", "hello", ""}).out, "words\nmoon\tbehind the world\n");
  EXPECT_EQ(run_command({"complete-words", "hello", "--l"}).out, "words\n--loud\twith an exclamation mark\n");

  EXPECT_NE(run_command({"manual"}).out.find(".SS hello\n"), std::string::npos);
  EXPECT_NE(run_command({"manual", "--markdown"}).out.find("### hello\n\n    texelscope hello [NAME] [options]"),
            std::string::npos);
  EXPECT_NE(run_command({"helo"}).err.find("did you mean 'hello'?"), std::string::npos);
}

TEST(Subcommand, IsGoneWithItsRegistration) {
  { const RegisteredSubcommand registered(hello()); }
  EXPECT_EQ(run_command({"hello"}).code, 2);
  EXPECT_EQ(run_command({"--help"}).out.find("hello"), std::string::npos);
}

TEST(Subcommand, HasAUniqueNameAndRank) {
  std::set<std::string_view> names;
  std::set<std::tuple<std::string_view, CommandGroup, int>> places;
  for (const Subcommand* const command : registered_commands()) {
    EXPECT_TRUE(names.insert(command->name).second) << command->name;
    const std::size_t blank = command->name.find(' ');
    const std::string_view parent = blank == std::string_view::npos ? "" : command->name.substr(0, blank);
    EXPECT_TRUE(places.emplace(parent, command->group, command->rank).second) << command->name;
    EXPECT_TRUE(parent.empty() || CommandLine::has_command(parent)) << command->name;
  }
  EXPECT_GE(names.size(), 22U);
}

TEST(Subcommand, IsListedInItsGroup) {
  const std::string help = run_command({"--help"}).out;
  std::size_t last = 0;
  for (const char* part : {"\nGeneral:\n", "\n  explore ", "\nImage tests:\n", "\n  compare ", "\nDevelopment:\n",
                           "\n  bench ", "\nExamples:\n"}) {
    const std::size_t at = help.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    EXPECT_GT(at, last) << part;
    last = at;
  }
  EXPECT_EQ(help.find("surface-trial"), std::string::npos);
}

}  // namespace
}  // namespace texelscope::app
