#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/gui/windowless_gui.h"
#include "app/lessons/course.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/lesson_file.h"
#include "app/scenes/registry.h"
#include "app/window/favorites.h"
#include "app/window/opened_file.h"
#include "app/window/recent_files.h"
#include "app/window/session.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/window/panels/whole_session.h"
#include "tests/fuzz/fuzz_target.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_of(const FuzzTarget& target) {
  const fs::path folder = fs::path{TEXELSCOPE_FUZZ_CORPUS} / target.name;
  std::vector<fs::path> inputs{fs::directory_iterator(folder), {}};
  std::ranges::sort(inputs);
  return inputs;
}

class FuzzCorpus : public testing::TestWithParam<FuzzTarget> {};

TEST_P(FuzzCorpus, IsReadOrRefusedInTime) {
  const std::vector<fs::path> inputs = inputs_of(GetParam());
  EXPECT_GE(inputs.size(), 3U) << "the fuzzer needs initial inputs";
  for (const fs::path& input : inputs) {
    std::ifstream file(input, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NO_THROW(GetParam().run(std::as_bytes(std::span(bytes)))) << input;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{10}) << input;
  }
}

/// JSON texts of nearly a megabyte, each large in another way.
std::vector<std::pair<std::string, std::string>> large_values() {
  std::string keys;
  std::string long_keys;
  std::string lists;
  for (int i = 0; i < 80'000; ++i) {
    keys += "\"" + std::to_string(i) + "\": 1,";
  }
  const std::string key(9'000, 'k');
  for (int i = 0; i < 100; ++i) {
    long_keys += "\"" + key + std::to_string(i) + "\": {\"a\": [{}, {}, {}]},";
  }
  for (int i = 0; i < 300'000; ++i) {
    lists += "[],";
  }
  std::string controls = "\"";
  for (int i = 0; i < 450'000; ++i) {
    controls += "\xc2\x80";
  }
  return {{"many keys", "{" + keys + "\"end\": 1}"},
          {"long keys", "{" + long_keys + "\"end\": 1}"},
          {"many lists", "[" + lists + "1]"},
          {"deep lists", std::string(400'000, '[') + "1" + std::string(400'000, ']')},
          {"a long text", "\"" + std::string(900'000, 'w') + "\""},
          {"many control characters", controls + "\""}};
}

/// The corpus's JSON with each of its values, in turn, replaced by a large one.
TEST_P(FuzzCorpus, IsReadOrRefusedInTimeWithALargeValueInAnyPlace) {
  const auto values = large_values();
  // One file of each form is enough.
  std::set<std::string> forms;
  for (const fs::path& input : inputs_of(GetParam())) {
    std::ifstream file(input, std::ios::binary);
    const auto document = nlohmann::ordered_json::parse(file, nullptr, false);
    if (document.is_discarded() || !document.is_structured()) {
      continue;
    }
    const nlohmann::ordered_json values_by_pointer = document.flatten();
    for (const auto& [pointer, value] : values_by_pointer.items()) {
      std::string form;
      std::ranges::copy_if(pointer, std::back_inserter(form), [](char letter) { return !std::isdigit(letter); });
      if (!forms.insert(form).second) {
        continue;
      }
      nlohmann::ordered_json changed = document;
      changed[nlohmann::ordered_json::json_pointer(pointer)] = "LARGE";
      const std::string text = changed.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
      const std::size_t place = text.find("\"LARGE\"");
      for (const auto& [name, large] : values) {
        std::string bytes = text;
        bytes.replace(place, 7, large);
        const std::clock_t start = std::clock();
        EXPECT_NO_THROW(GetParam().run(std::as_bytes(std::span(bytes)))) << input << ": " << name << " at " << pointer;
        EXPECT_LT(std::clock() - start, 2 * CLOCKS_PER_SEC) << input << ": " << name << " at " << pointer;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FuzzCorpus, testing::ValuesIn(fuzz_targets().begin(), fuzz_targets().end()),
                         [](const auto& test) { return std::string(test.param.name); });

/// Random changes of JSON documents; the same for the same seed.
class JsonMutation {
 public:
  explicit JsonMutation(std::uint64_t seed) : random_{seed} {}

  /// The text of a document with one to three changes: a long text or name, a value that is nested deeply, a list or an
  /// object with many entries, an entry that is repeated.
  std::string text_of_changed(nlohmann::ordered_json document) {
    for (std::uint64_t changes = 1 + random_() % 3; changes > 0; --changes) {
      change(random_node(document));
    }
    std::string text = document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    for (const auto& [mark, value] : {std::pair{deep_mark, nested_text()}, std::pair{twice_mark, twice_text()}}) {
      const std::string quoted = '"' + std::string{mark} + '"';
      if (const std::size_t at = text.find(quoted); at != std::string::npos) {
        text.replace(at, quoted.size(), value);
      }
    }
    // Larger ones are refused by their size.
    constexpr std::size_t max_bytes = 2'000'000;
    text.resize(std::min(text.size(), max_bytes));
    return text;
  }

 private:
  using Json = nlohmann::ordered_json;
  // Replaced in the text: the library cannot write very deep values, or an object with a duplicate key.
  static constexpr std::string_view deep_mark = "@deep@";
  static constexpr std::string_view twice_mark = "@twice@";

  /// Small counts are more frequent.
  std::size_t count(double most) {
    return static_cast<std::size_t>(std::exp(std::uniform_real_distribution(0.0, std::log(most))(random_)));
  }

  /// Any node, or as often one whose text has no fixed values.
  Json& random_node(Json& document) {
    std::vector<Json*> nodes{&document};
    std::vector<Json*> texts;
    collect(document, nodes, texts);
    const std::vector<Json*>& chosen = texts.empty() || random_() % 4 == 0 ? nodes : texts;
    return *chosen[random_() % chosen.size()];
  }

  static void collect(Json& node, std::vector<Json*>& nodes, std::vector<Json*>& texts) {
    constexpr std::array<std::string_view, 6> with_fixed_values{"parameters", "scene",    "panels",
                                                                "lab",        "language", "favorites"};
    if (!node.is_structured()) {
      return;
    }
    for (auto& [name, value] : node.items()) {
      nodes.push_back(&value);
      if (value.is_string() && std::ranges::find(with_fixed_values, name) == with_fixed_values.end()) {
        texts.push_back(&value);
      }
      std::vector<Json*> without;
      collect(value, nodes, name == "parameters" || name == "panels" ? without : texts);
    }
  }

  std::string long_text(double most) {
    constexpr std::array<std::string_view, 7> parts{"x", "word ", "é", "line\n", "{a.b}", "9", "/folder"};
    const std::string_view part = parts[random_() % parts.size()];
    std::string text = random_() % 2 == 0 ? "" : "/";
    for (std::size_t i = count(most / static_cast<double>(part.size())); i > 0; --i) {
      text += part;
    }
    return text;
  }

  std::string nested_text() {
    const std::size_t levels = count(100'000);
    return std::string(levels, '[') + std::string(levels, ']');
  }

  /// Keeps the text within the sizes that readers accept.
  static std::size_t most_copies(const Json& value, std::size_t name_bytes) {
    return 900'000 / (value.dump(-1, ' ', false, Json::error_handler_t::replace).size() + name_bytes + 8);
  }

  static std::string twice_text() { return R"({"scene": 1, "scene": 2})"; }

  void change(Json& node) {
    if (node.is_string() && random_() % 8 != 0) {
      // Near the limits of texts, so that most are accepted.
      node = long_text(8000);
      return;
    }
    switch (random_() % 7) {
      case 0:
      case 1:
        node = long_text(900'000);
        break;
      case 2:
        node = deep_mark;
        break;
      case 3:
        node = Json::array();
        node.get_ref<Json::array_t&>().resize(count(100'000), random_() % 2 == 0 ? Json(1) : Json("text"));
        break;
      case 4: {
        Json::object_t wide;
        const std::string name = random_() % 8 == 0 ? long_text(900'000) : "name";
        for (std::size_t i = std::min(count(20'000), most_copies(node, name.size())); i > 0; --i) {
          // Inserting by key would look for it first.
          static_cast<std::vector<Json::object_t::value_type>&>(wide).emplace_back(name + std::to_string(i), node);
        }
        node = std::move(wide);
        break;
      }
      case 5:
        if (node.is_array() && !node.empty()) {
          const Json first = node.front();
          for (std::size_t i = std::min(count(2000), most_copies(first, 0)); i > 0; --i) {
            node.push_back(first);
          }
        } else {
          node = twice_mark;
        }
        break;
      default:
        node = Json{1e308, -1, 0, true, nullptr}[random_() % 5];
        break;
    }
  }

  std::mt19937_64 random_;
};

/// Reads a file as the window does, and returns whether the window then draws the state. @throws FileError.
using ReadAsWindow = bool (*)(const fs::path& file, app::State& state);

/// The error of a file that a session names is a notice, which is drawn, too.
bool read_session(const fs::path& file, app::State& state) {
  load_session(file, state);
  app::open_wanted_course(state);
  if (const auto image = std::exchange(state.requests.image, std::nullopt)) {
    try {
      state.image = app::LoadedImage{*image, app::load_session_picture(*image, state.requests.reading)};
    } catch (const std::exception& error) {
      state.notices.notify(app::NoticeKind::error, error.what(), state.now);
    }
  }
  return true;
}

bool read_lesson(const fs::path& file, app::State& state) {
  state.course.lessons = {app::load_lesson(file)};
  state.course.title = "A course";
  app::open_lesson(state, 0);
  return true;
}

bool read_course(const fs::path& file, app::State& state) {
  app::open_course(state, file);
  return true;
}

bool read_favorites(const fs::path& file, app::State& state) {
  app::recall_favorites(state, file);
  state.gallery.is_shown = true;
  return true;
}

/// This file has a path on each line.
bool read_recent_files(const fs::path& file, app::State& state) {
  std::string lines = file_bytes(file);
  std::erase_if(lines, [](char sign) { return sign == '"' || sign == '[' || sign == ']'; });
  std::ranges::replace(lines, ',', '\n');
  std::ofstream(file, std::ios::binary) << lines;
  state.recent_files = app::RecentFiles(file);
  return true;
}

/// Files without a drawing of their own, or that only commands read: by the target of the fuzzer.
bool read_by_target(const fs::path& file, app::State& /*state*/) {
  const std::string bytes = file_bytes(file);
  const std::string name = file.stem();
  std::ranges::find(fuzz_targets(), name, [](const FuzzTarget& target) {
    return std::string{target.name};
  })->run(std::as_bytes(std::span(bytes)));
  return false;
}

struct GeneratedKind {
  const char* name;
  ReadAsWindow read;
};

std::vector<nlohmann::ordered_json> documents_of(const std::string& kind) {
  std::vector<nlohmann::ordered_json> documents;
  if (kind == "session") {
    const nlohmann::ordered_json small = nlohmann::ordered_json::parse(
        R"({"texelscope_session": 1, "scene": "image", "image": "/a.png", "part": "a", "pictures": ["/a.png", "/b.png"],
            "course": "/c.json", "lesson": "srgb", "lab": "layouts", "labs": {"layouts": {"shape": "4, 4"},
            "kernels": {"text": "// typed"}, "streams": {"filter": "a"}, "tensors": {"file": "/a.npy"}},
            "lessons": {"srgb": {"step": 1, "first_answers": [{"step": 0, "answer": "5", "is_right": true}]}}})");
    return {nlohmann::ordered_json::parse(whole_session().dump()), small};
  } else if (kind == "course") {
    return {{{"texelscope_course", 1},
             {"title", "Week 3"},
             {"language", "en"},
             {"lessons", {"srgb", "shape_and_strides"}},
             {"headings", {{"srgb", "Colors"}}}}};
  } else if (kind == "favorites") {
    documents = {{{"texelscope_favorites", 1}, {"scenes", {"image", "plasma"}}}};
  } else if (kind == "recent_files") {
    documents = {"/a.png", {"/a.png", "/b.png"}};
  }
  if (fs::is_directory(fs::path{TEXELSCOPE_FUZZ_CORPUS} / kind)) {
    for (const fs::path& input : inputs_of({kind.c_str(), nullptr})) {
      nlohmann::ordered_json document = nlohmann::ordered_json::parse(file_bytes(input), nullptr, false);
      if (document.is_object()) {
        documents.push_back(std::move(document));
      }
    }
  }
  return documents;
}

std::int64_t most_memory_kib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// TEXELSCOPE_JSON_FILES is the number of files of each kind.
class GeneratedJson : public testing::TestWithParam<GeneratedKind> {};

TEST_P(GeneratedJson, IsReadAndDrawnOrRefusedInTimeAndMemory) {
  constexpr std::int64_t max_kib = 200 * 1024;
  const char* const count = std::getenv("TEXELSCOPE_JSON_FILES");
  const std::vector<nlohmann::ordered_json> documents = documents_of(GetParam().name);
  ASSERT_FALSE(documents.empty());
  const TemporaryFolder folder;
  app::WindowlessGui gui(1280, 720, 1);
  const std::vector<app::Action> actions = app::make_actions(app::scenes(), app::labs());
  int taken = 0;
  const int files = count == nullptr ? 30 : std::stoi(count);
  std::int64_t before = 0;
  for (int number = 0; number < files; ++number) {
    JsonMutation mutation(static_cast<std::uint64_t>(number));
    const std::string text = mutation.text_of_changed(documents[static_cast<std::size_t>(number) % documents.size()]);
    const fs::path file = folder.write(std::string{GetParam().name} + ".json", text);
    const std::string what = fmt::format("{} {}, {} bytes", GetParam().name, number, text.size());
    // CPU time, because the machine may be busy.
    const std::clock_t start = std::clock();
    app::State state{app::scenes(), app::labs()};
    try {
      if (GetParam().read(file, state)) {
        ++taken;
        state.panels.lessons.is_shown = state.panels.messages.is_shown = true;
        for (int frame = 0; frame < 2; ++frame) {
          draw_windowless(state, actions, gui.theme());
        }
      }
    } catch (const app::FileError&) {
      // Refused.
    } catch (const std::exception& error) {
      ADD_FAILURE() << what << ": " << error.what();
    }
    for (const auto& lab : state.lab_states) {
      lab->release();
    }
    EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 2) << what;
    before = before == 0 ? most_memory_kib() : before;
    ASSERT_LT(most_memory_kib() - before, max_kib) << what;
  }
  std::cout << fmt::format("{} of {} {} files accepted\n", taken, files, GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Of, GeneratedJson,
    testing::Values(GeneratedKind{"session", read_session}, GeneratedKind{"course", read_course},
                    GeneratedKind{"lesson", read_lesson}, GeneratedKind{"favorites", read_favorites},
                    GeneratedKind{"recent_files", read_recent_files}, GeneratedKind{"rules", read_by_target},
                    GeneratedKind{"report", read_by_target}, GeneratedKind{"lesson_results", read_by_target},
                    GeneratedKind{"manifest", read_by_target}, GeneratedKind{"picture_list", read_by_target}),
    [](const auto& test) { return std::string{test.param.name}; });

TEST(FuzzCorpora, HaveAFolderForEachTargetAndNoOther) {
  std::vector<std::string> names;
  for (const FuzzTarget& target : fuzz_targets()) {
    names.emplace_back(target.name);
  }
  std::vector<std::string> folders;
  for (const fs::path& folder : fs::directory_iterator(TEXELSCOPE_FUZZ_CORPUS)) {
    folders.push_back(folder.filename());
  }
  std::ranges::sort(names);
  std::ranges::sort(folders);
  EXPECT_EQ(folders, names);
}

}  // namespace
}  // namespace texelscope::tests
