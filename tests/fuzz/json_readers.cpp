#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/lessons/class_report_text.h"
#include "app/compare/report/report_writer.h"
#include "app/compare/report/results.h"
#include "app/compare/report/saved_report.h"
#include "app/compare/review/review.h"
#include "app/compare/rules/rules_file.h"
#include "app/files/file_error.h"
#include "app/golden/check.h"
#include "app/golden/update.h"
#include "app/gui/lab_registry.h"
#include "app/images/image_file.h"
#include "app/lessons/course.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/course_file.h"
#include "app/lessons/lesson_results.h"
#include "app/lessons/report/class_report.h"
#include "app/scenes/registry.h"
#include "app/window/review/review_actions.h"
#include "app/window/screenshot_list.h"
#include "app/workspace/favorites.h"
#include "app/workspace/open.h"
#include "app/workspace/recent_files.h"
#include "app/workspace/session.h"
#include "tests/app/temporary_folder.h"
#include "tests/fuzz/json_kinds.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;

app::Image black_image(int width, int height) {
  const auto bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
  return {width, height, 4, gpu::DataType::uint8, std::vector<std::byte>(bytes)};
}

/// Writes images that are not there yet; each differs from the others in one pixel.
void keep_images(const fs::path& folder, std::initializer_list<const char*> names) {
  int value = 0;
  for (const char* const name : names) {
    ++value;
    if (const fs::path path = folder / name; !fs::exists(path)) {
      fs::create_directories(path.parent_path());
      app::Image image = black_image(90, 60);
      image.pixels[7000] = std::byte(value);
      app::save_png(path, image);
    }
  }
}

/// The error of a file that a session names is a notice, which is drawn, too.
void take_requested_image(app::State& state) {
  state.pictures.reader.update();
  if (state.pictures.reader.is_reading()) {
    show_read_picture(state, state.pictures.reader.wait());
  }
}

/// Shows the review, if a pair failed, with a picture of the current pair.
void show_review(std::shared_ptr<app::Review> review, app::State& state) {
  if (review->pairs().empty()) {
    return;
  }
  state.review.pairs = std::move(review);
  app::arrange_for_review(state);
  app::show_reviewed_pair(state);
  take_requested_image(state);
  state.review.pairs->go_to_cluster(1);
}

}  // namespace

void read_session(const fs::path& file, app::State& state) {
  load_session(file, state);
  app::open_wanted_course(state);
  take_requested_image(state);
}

void read_lesson(const fs::path& file, app::State& state) {
  state.course.lessons = {app::load_lesson(file)};
  state.course.title = "A course";
  app::open_lesson(state, 0);
}

void read_course(const fs::path& file, app::State& state) { app::open_course(state, file); }

void read_favorites(const fs::path& file, app::State& state) {
  app::recall_favorites(state, file);
  state.gallery.is_shown = true;
}

/// This file has a path on each line.
void read_recent_files(const fs::path& file, app::State& state) {
  std::string lines = file_bytes(file);
  std::erase_if(lines, [](char sign) { return sign == '"' || sign == '[' || sign == ']'; });
  std::ranges::replace(lines, ',', '\n');
  std::ofstream(file, std::ios::binary) << lines;
  state.recent_files = app::RecentFiles(file);
}

/// Compares two folders by the rules, and reviews the pairs that fail; writes a mask.
void read_rules(const fs::path& file, app::State& state) {
  const app::RuleFile rules = app::load_rules(file);
  const fs::path folder = file.parent_path();
  keep_images(folder, {"e/a.png", "a/a.png", "e/gui/b.png", "a/gui/b.png"});
  const app::ComparisonRules all{.file = rules, .platform = {"linux", "x86_64", "llvmpipe (LLVM 15.0.6, 256 bits)"}};
  app::PairList list;
  try {
    list = app::find_pairs(folder / "e", folder / "a", all);
  } catch (const app::FileError&) {
    return;  // The rules ignore all files.
  }
  static_cast<void>(app::notes_of_rules(rules, {"a.png", "gui/b.png"}, all.platform));
  std::vector<app::PairResult> results = compare_files(list.pairs, all, {}, nullptr, [](std::size_t) {});
  static_cast<void>(app::to_table(results));
  show_review(std::make_shared<app::Review>(list.pairs, std::move(results), all, file), state);
  if (state.review.pairs) {
    constexpr std::array masks{app::PixelRectangle{1, 2, 3, 4}};
    static_cast<void>(state.review.pairs->write_masks(masks));
  }
}

/// Merges the report into another; then reviews its pairs, whatever their images.
void read_saved_report(const fs::path& file, app::State& state) {
  const fs::path folder = file.parent_path();
  keep_images(folder, {"pictures/e.png", "pictures/a.png"});
  app::SavedReport report = app::read_report(file);
  static_cast<void>(app::to_json(report.results));
  static_cast<void>(app::to_table(report.results));
  app::write_junit(folder / "junit.xml", "images", report.results);
  try {
    app::ReportWriter writer(folder / "merged", app::ReportPairs::all);
    const app::SavedReport merged = app::merge_reports(app::read_reports({file}), &writer);
    writer.finish(merged.text, merged.results);
  } catch (const app::FileError&) {
    // A name of two pairs, a missing shard or a missing image.
  }
  std::vector<app::FilePair> pairs;
  for (const app::PairResult& result : report.results) {
    pairs.push_back({.name = result.name, .expected = folder / "pictures/e.png", .actual = folder / "pictures/a.png"});
  }
  show_review(
      std::make_shared<app::Review>(pairs, std::move(report.results), app::ComparisonRules{}, folder / "compare.json"),
      state);
}

/// Only a command reads this file.
void read_lesson_results(const fs::path& file, app::State& /*state*/) {
  static const app::LessonCourse course = app::load_built_in_course();
  const std::array files{app::ResultsFile{file, app::load_results(file)}};
  const app::MergedResults merged = app::merge_results(files);
  app::ReportTable reports = app::make_class_reports(merged.results);
  for (app::ReportTable& report : reports) {
    app::explain_report(report, course, [] { return app::State{app::scenes(), app::labs()}; });
  }
  static_cast<void>(app::class_report_text(reports));
  static_cast<void>(app::class_report_json(reports).dump());
  static_cast<void>(app::students_csv(reports));
  static_cast<void>(app::steps_csv(reports));
  static_cast<void>(app::answers_csv(merged.results));
}

/// Only commands read this file. The frames are small, because drawing them takes time.
void read_manifest(const fs::path& file, app::State& /*state*/) {
  const fs::path folder = file.parent_path();
  const auto make = [](const app::GoldenEntry& entry) -> std::optional<app::Image> {
    static_cast<void>(app::values_of(entry));
    return black_image(2, 2);
  };
  if (!fs::exists(folder / "image.png")) {
    app::save_png(folder / "image.png", black_image(2, 2));
  }
  const std::vector<app::GoldenResult> results = app::check_goldens(folder, {}, make);
  static_cast<void>(app::to_json(app::pair_results(results, app::KeepImages::no)));
  try {
    app::save_manifest(folder, app::plan_update(folder, {}, make).manifest);
  } catch (const app::ParameterError&) {
    // An entry's parameters.
  }
}

/// Takes the state of the first pictures only: each is drawn by itself.
void read_picture_list(const fs::path& file, app::State& state) {
  const app::ScreenshotList list = app::load_picture_list(file);
  try {
    for (std::size_t i = 0; i < std::min<std::size_t>(list.pictures.size(), 3); ++i) {
      if (!list.pictures[i].state.empty()) {
        take_session_part(list.pictures[i].state, state);
        take_requested_image(state);
      }
    }
  } catch (const app::ParameterError& error) {
    throw app::FileError(error.what());
  }
}

}  // namespace texelscope::tests
