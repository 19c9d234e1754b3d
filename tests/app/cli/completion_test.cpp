#include "app/cli/completion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/labs/stream/experiments/experiment.h"
#include "app/scenes/registry.h"
#include "tests/app/child_program.h"
#include "tests/app/cli/command_line.h"
#include "tests/app/npy_file.h"
#include "tests/app/temporary_folder.h"

namespace texelscope::app {
namespace {

using tests::Outcome;
using tests::run_command;
using tests::TemporaryFolder;

/// The completions for shells: the words, followed by "FILES" if file names are also allowed.
std::vector<std::string> offered(const std::vector<std::string>& typed) {
  std::vector<std::string> arguments{"complete-words"};
  arguments.insert(arguments.end(), typed.begin(), typed.end());
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  std::istringstream lines(outcome.out);
  std::string kind;
  std::getline(lines, kind);
  EXPECT_TRUE(kind == "paths" || kind == "words") << kind;
  std::vector<std::string> words;
  for (std::string line; std::getline(lines, line);) {
    words.push_back(line.substr(0, line.find('\t')));
  }
  if (kind == "paths") {
    words.emplace_back("FILES");
  }
  return words;
}

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word) { return std::ranges::find(words, word) != words.end(); }

TEST(Completion, OffersCommandsWhereOneIsAllowed) {
  EXPECT_EQ(offered({"comp"}), (Words{"compile", "completion", "compare", "FILES"}));
  EXPECT_EQ(offered({"bench", "co"}), (Words{"copies"}));
  EXPECT_EQ(offered({"golden", ""}), (Words{"check", "update"}));
  const Words all = offered({""});
  for (const char* word : {"explore", "render", "doctor", "manual", "FILES"}) {
    EXPECT_TRUE(has(all, word)) << word;
  }
  EXPECT_FALSE(has(all, "surface-trial"));
  EXPECT_FALSE(has(all, "complete-words"));
}

TEST(Completion, OffersUnusedOptionsOfTheCommand) {
  EXPECT_EQ(offered({"render", "plasma", "--fra"}), (Words{"--frame", "--frames"}));
  EXPECT_EQ(offered({"render", "plasma", "--frame", "3", "--fra"}), (Words{"--frames"}));
  EXPECT_EQ(offered({"render", "--set", "speed=2", "--se"}), (Words{"--set"}));
  EXPECT_EQ(offered({"bench", "scenes", "--si"}), (Words{"--size"}));
  EXPECT_EQ(offered({"--ver"}), (Words{"--version"}));
  EXPECT_EQ(offered({"--sess"}), (Words{"--session"}));
  EXPECT_EQ(offered({"photo.png", "--sess"}), (Words{"--session"}));
}

TEST(Completion, OffersKnownValues) {
  EXPECT_EQ(offered({"render", "plas"}), (Words{"plasma"}));
  EXPECT_EQ(offered({"--scene", "plas"}), (Words{"plasma"}));
  EXPECT_EQ(offered({"bench", "scenes", "plasma", "mandel"}), (Words{"mandelbrot"}));
  EXPECT_EQ(offered({"doctor", "--device", ""}), (Words{"cpu", "cuda"}));
  EXPECT_EQ(offered({"doctor", "--device=cu"}), (Words{"--device=cuda"}));
  EXPECT_EQ(offered({"render", "plasma", "--renderer", "v"}), (Words{"vulkan"}));
  EXPECT_EQ(offered({"golden", "check", "--renderer", ""}), (Words{"gl", "vulkan", "none"}));
  EXPECT_EQ(offered({"completion", "z"}), (Words{"zsh"}));
  EXPECT_EQ(offered({"lessons", "check", "timel"}), (Words{"timelines_and_owners"}));
  EXPECT_TRUE(has(offered({"lessons", "list", "timelines_and_owners", ""}), "mapped_and_unmapped"));
  EXPECT_EQ(offered({"experiment", ""}).size(), stream_experiments().size());
  EXPECT_EQ(offered({"sweep", "--scenario", "frame_plas"}), (Words{"frame_plasma", "frame_plasma_vulkan"}));
  EXPECT_EQ(offered({"render", "plasma", "--frame", ""}), Words{});
}

TEST(Completion, OffersTheLabsOfTheWindow) {
  const std::vector<std::string> typed{"--lab", "te"};
  const std::vector<std::string_view> labs{"layouts", "textures", "tensors"};
  const Completion completion = complete(CommandLine().describe(), typed, labs);
  ASSERT_EQ(completion.words.size(), 2U);
  EXPECT_EQ(completion.words[0].word, "textures");
  EXPECT_EQ(completion.words[1].word, "tensors");
}

TEST(Completion, OffersParametersOfTheNamedSceneAndTheirChoices) {
  EXPECT_EQ(offered({"render", "image", "--set", "fil"}), (Words{"filter="}));
  EXPECT_EQ(offered({"render", "image", "--set", "filter=p"}), (Words{"filter=point"}));
  EXPECT_EQ(offered({"render", "plasma", "--set", "filter="}), Words{});
  for (const SceneDeclaration& scene : scenes()) {
    Words names;
    for (const Parameter& parameter : scene.parameters()) {
      names.push_back(parameter.name + "=");
    }
    EXPECT_EQ(offered({"--scene", std::string(scene.name), "--set", ""}), names);
  }
}

TEST(Completion, LeavesFilesToTheShell) {
  EXPECT_EQ(offered({"render", "plasma", "--out", "fra"}), (Words{"FILES"}));
  EXPECT_EQ(offered({"compare", "a.png", ""}), (Words{"FILES"}));
  EXPECT_EQ(offered({"compare", "a.png", "b.png", ""}), Words{});
  EXPECT_EQ(offered({"copy", "in.npy", ""}), (Words{"FILES"}));
  EXPECT_EQ(offered({"sample", "photo.png", "--coords", ""}), (Words{"FILES"}));
}

TEST(Completion, OffersNoValueThatTheProgramRejects) {
  const tests::ChildProgram program(tests::built_program());
  const TemporaryFolder folder;
  const std::string array = tests::write_numbers(folder / "a.npy", {2, 2, 4}, std::vector<float>(16));
  for (const char* option : {"--kind", "--resource", "--format", "--address", "--filter", "--mip-filter", "--read"}) {
    const Words words = offered({"explain", array, option, ""});
    EXPECT_GE(words.size(), 2U) << option;
    for (const std::string& word : words) {
      const Outcome outcome = run_command({"explain", array, "--device", "cpu", "--at", "0,0", option, word});
      EXPECT_EQ(outcome.err.find(std::string(option) + " cannot be"), std::string::npos) << outcome.err;
    }
  }
  for (const char* option : {"--format", "--fill", "--x-in", "--boundary"}) {
    const Words words = offered({"surface", option, ""});
    EXPECT_GE(words.size(), 3U) << option;
    for (const std::string& word : words) {
      EXPECT_EQ(run_command({"surface", "--device", "cpu", "--at", "0,0", option, word}).code, 0) << option << word;
    }
  }
  for (const std::string& word : offered({"layout", "--order", ""})) {
    EXPECT_EQ(run_command({"layout", "--shape", "2,3", "--order", word}).code, 0) << word;
  }
}

TEST(Completion, AnswersWhateverIsTyped) {
  EXPECT_EQ(offered({}), offered({""}));
  EXPECT_EQ(offered({"nonsense", "--bogus", ""}), offered({"a.png", ""})) << "more than one picture is allowed";
  EXPECT_EQ(offered({"render", "--", "-"}).empty(), false);
  EXPECT_EQ(offered({"render", "--bogus="}), Words{});
  EXPECT_EQ(offered({"--set", "=\t\n"}), Words{});
}

TEST(Completion, RejectsAnUnsupportedShell) {
  const Outcome outcome = run_command({"completion", "tcsh"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("unsupported shell 'tcsh'"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("shells: bash, zsh, fish"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace texelscope::app
