#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/files/file_error.h"
#include "app/gui/lab_registry.h"
#include "app/gui/windowless_gui.h"
#include "app/scenes/registry.h"
#include "tests/app/temporary_folder.h"
#include "tests/fuzz/json_kinds.h"
#include "tests/fuzz/json_mutation.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Forgets the peak of earlier files, and the memory that they left to the allocator, where the system can.
void reset_peak_memory() {
  ::malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << "5";
}

std::int64_t peak_memory_kib() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// TEXELSCOPE_JSON_FILES is the number of files of each kind.
class GeneratedJson : public testing::TestWithParam<std::string> {
 protected:
  /// Reads a file and draws two frames. Returns whether the file is accepted.
  bool read_and_draw(const std::string& text) {
    const fs::path file = folder_.write(std::string{kind_.name} + ".json", text);
    app::State state{app::scenes(), app::labs()};
    bool is_accepted = true;
    try {
      kind_.read(file, state);
      state.arrangement.panels.lessons.is_shown = state.arrangement.panels.messages.is_shown = true;
      for (int frame = 0; frame < 2; ++frame) {
        draw_windowless(state, actions_, gui_.theme());
      }
    } catch (const app::FileError&) {
      is_accepted = false;
    }
    for (const auto& lab : state.labs.states) {
      lab->release();
    }
    return is_accepted;
  }

  std::vector<Json> accepted_of(const std::vector<Json>& documents) {
    std::vector<Json> accepted;
    std::ranges::copy_if(documents, std::back_inserter(accepted),
                         [&](const Json& document) { return read_and_draw(document.dump()); });
    return accepted;
  }

  const JsonKind& kind_ = *std::ranges::find(json_kinds(), std::string_view{GetParam()}, &JsonKind::name);

 private:
  TemporaryFolder folder_;
  app::WindowlessGui gui_{1280, 720, 1};
  std::vector<app::Action> actions_ = app::make_actions(app::scenes(), app::labs());
};

TEST_P(GeneratedJson, IsReadAndDrawnOrRefusedInTimeAndMemory) {
  constexpr std::int64_t max_kib = 200 * 1024;
  constexpr double max_seconds = 2;
  const char* const count = std::getenv("TEXELSCOPE_JSON_FILES");
  const int files = count == nullptr ? 30 : std::stoi(count);
  const std::vector<Json> documents = documents_of(kind_);
  const std::vector<Json> accepted = accepted_of(documents);
  ASSERT_FALSE(accepted.empty());
  int taken = 0;
  std::int64_t largest_kib = 0;
  double longest = 0;
  for (int number = 0; number < files; ++number) {
    JsonMutation mutation(static_cast<std::uint64_t>(number));
    const bool grows = number % 2 == 1 && !kind_.growth.texts.empty();
    const std::vector<Json>& from = grows ? accepted : documents;
    const Json& document = from[static_cast<std::size_t>(number / 2) % from.size()];
    const std::string text =
        grows ? mutation.text_of_grown(document, kind_.growth) : mutation.text_of_changed(document);
    const std::string what = fmt::format("{} {}, {} bytes", kind_.name, number, text.size());
    reset_peak_memory();
    const std::int64_t before = peak_memory_kib();
    // CPU time, because the machine may be busy.
    const std::clock_t start = std::clock();
    try {
      taken += read_and_draw(text) ? 1 : 0;
    } catch (const std::exception& error) {
      ADD_FAILURE() << what << ": " << error.what();
    }
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    longest = std::max(longest, seconds);
    const std::int64_t used_kib = peak_memory_kib() - before;
    largest_kib = std::max(largest_kib, used_kib);
    EXPECT_LT(seconds, max_seconds) << what;
    EXPECT_LT(used_kib, max_kib) << what;
  }
  std::cout << fmt::format("{} of {} {} files accepted; at most {:.2f} s and {} MB\n", taken, files, kind_.name,
                           longest, largest_kib / 1024);
  EXPECT_GE(taken, files / 10) << "too few accepted files to test what follows";
}

std::vector<std::string> names_of_kinds() {
  std::vector<std::string> names;
  for (const JsonKind& kind : json_kinds()) {
    names.emplace_back(kind.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Of, GeneratedJson, testing::ValuesIn(names_of_kinds()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace texelscope::tests
