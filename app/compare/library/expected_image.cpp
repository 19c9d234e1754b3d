#include "texelscope/compare/expected_image.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/compare/library/compare_with_expected.h"
#include "app/compare/library/inner_types.h"
#include "app/compare/report/report_writer.h"
#include "app/files/file_error.h"
#include "app/files/file_kinds.h"

namespace texelscope::compare {
namespace {

namespace fs = std::filesystem;

fs::path from_environment(const char* variable, fs::path otherwise) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? fs::path(value) : std::move(otherwise);
}

/// @throws Error for a name that leads out of its folder, or has another ending than images that are written.
void require_name(const std::string& name) {
  const fs::path path(name);
  const bool leads_out = std::ranges::any_of(path, [](const fs::path& part) { return part == ".." || part == "."; });
  const std::string ending = app::small_extension(path);
  if (path.is_absolute() || leads_out || (ending != ".png" && ending != ".exr")) {
    throw Error(
        fmt::format("'{}' is no name of an image; give a path from the folder of expected images that ends in "
                    "png, or in exr for floats, such as menu/open.png",
                    name));
  }
}

void make_folder_of(const fs::path& file) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  if (error) {
    throw Error(fmt::format("cannot make the folder {}: {}", file.parent_path().string(), error.message()));
  }
}

void save_in_folder(const fs::path& path, const ImageView& image) {
  make_folder_of(path);
  save_image(path, image);
}

/// The files of an image that failed.
struct FailureFiles {
  fs::path image;
  fs::path report;
};

void remove_failure(const FailureFiles& files) {
  std::error_code error;
  fs::remove(files.image, error);
  app::remove_report(files.report);
}

std::string advice(const ImageCheck& check, const fs::path& expected, const fs::path& actual,
                   const std::string& how_to_update) {
  return fmt::format("{}\n  expected: {}\n  actual:   {}\n  report:   {}\nLook at the report; to accept the image, {}.",
                     fmt::join(check.result.failures, "\n"), expected.string(), actual.string(), check.report.string(),
                     how_to_update);
}

}  // namespace

ImageFolders image_folders(fs::path expected, fs::path actual) {
  const char* const updates = std::getenv("TEXELSCOPE_UPDATE_IMAGES");
  ImageFolders folders;
  folders.expected = from_environment("TEXELSCOPE_EXPECTED_IMAGES", std::move(expected));
  folders.actual = from_environment("TEXELSCOPE_ACTUAL_IMAGES", std::move(actual));
  folders.updates = updates != nullptr && *updates != '\0' && std::string_view(updates) != "0";
  return folders;
}

ImageCheck check_image(const ImageView& image, const std::string& name, const Limits& limits,
                       const ImageFolders& folders) {
  require_name(name);
  const FailureFiles files{folders.actual / name, folders.actual / (name + ".report")};
  try {
    const app::Image actual = to_inner(image);
    const ExpectedImage expected{folders.expected, name, to_inner(limits)};
    const auto [found, target] = compare_with_expected(expected, actual, app::KeepImages::no);
    ImageCheck check;
    check.result.failures = found.failures;
    check.result.known_failure = found.known_failure;
    if (found.comparison) {
      check.result.figures = to_public(*found.comparison);
    }
    if (found.has_passed()) {
      remove_failure(files);
    } else if (folders.updates) {
      save_in_folder(target, image);
      remove_failure(files);
      check.is_updated = true;
      check.text = fmt::format("wrote {}", target.string());
    } else {
      save_in_folder(files.image, image);
      std::vector<app::PairResult> shown{compare_with_expected(expected, actual, app::KeepImages::yes).pair};
      app::write_report(files.report, {.title = name}, shown);
      check.report = files.report / "index.html";
      check.text = advice(check, target, files.image, folders.how_to_update);
    }
    return check;
  } catch (const app::FileError& error) {
    throw Error(error.what());
  }
}

}  // namespace texelscope::compare
