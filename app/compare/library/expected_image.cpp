#include "texelscope/compare/expected_image.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/compare/compare_files.h"
#include "app/compare/image_pair.h"
#include "app/compare/library/check_in_report.h"
#include "app/compare/library/inner_types.h"
#include "app/compare/report/report_writer.h"
#include "app/compare/report_files.h"
#include "app/compare/rules/compare_by_rules.h"
#include "app/compare/rules/rules_file.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/file_kinds.h"
#include "app/files/write_failure.h"
#include "app/text/escape.h"

namespace texelscope::compare {
namespace {

namespace fs = std::filesystem;

fs::path from_environment(const char* variable, fs::path otherwise) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? fs::path(value) : std::move(otherwise);
}

/// The length limit of each part of a name, in bytes: file systems allow 255, and writers add a suffix.
constexpr std::size_t longest_part = 200;

/// @throws Error for a name that leaves its folder, is too long, or has an unsupported extension.
void require_name(const std::string& name) {
  const fs::path path(name);
  const bool leads_out = std::ranges::any_of(path, [](const fs::path& part) { return part == ".." || part == "."; });
  const std::string ending = app::small_extension(path);
  if (path.is_absolute() || leads_out || (ending != ".png" && ending != ".exr")) {
    throw Error(
        fmt::format("'{}' is not a valid image name; use a path relative to the folder of expected images that ends "
                    "in png, or in exr for floats, such as menu/open.png",
                    app::shown_line(name, longest_part)));
  }
  if (std::ranges::any_of(path, [](const fs::path& part) { return part.native().size() > longest_part; })) {
    throw Error(fmt::format("the name '{}' has {} bytes, which is too long for a file; use a name of at most {} bytes",
                            app::shown_line(name, longest_part), path.filename().native().size(), longest_part));
  }
}

/// @throws app::FileError.
void save_in_folder(const fs::path& path, const ImageView& image) {
  app::make_folder(path.parent_path());
  save_image(path, image);
}

/// Messages contain absolute paths, because a test may run in any folder.
fs::path whole(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute;
}

bool is_missing(const fs::path& path) {
  std::error_code error;
  return fs::status(path, error).type() == fs::file_type::not_found;
}

std::string absence_text(const fs::path& path, const fs::path& folder) {
  if (is_missing(folder)) {
    return fmt::format(
        "{} does not exist, nor does its folder {}; accept the image if it is the first one, otherwise correct the "
        "path",
        path.string(), folder.string());
  }
  return fmt::format("{} does not exist yet", path.string());
}

/// The check of one image of a test.
class ExpectedImageCheck {
 public:
  ExpectedImageCheck(const ImageView& image, const std::string& name, const Limits& limits, const ImageFolders& folders)
      : image_{image},
        actual_{to_inner(image)},
        name_{name},
        limits_{limits},
        expected_{whole(folders.expected)},
        image_file_{whole(folders.actual) / name},
        own_report_{whole(folders.actual) / (name + ".report")},
        folders_{folders} {}

  /// Without a shared report, each failure has its own report.
  CheckInReport run(const SharedReport* shared, std::string& report_error) {
    const app::KeepImages keep = shared == nullptr ? app::KeepImages::no : shared->writer->kept();
    auto [found, target] = compare(keep);
    ImageCheck check{{found.failures, found.comparison, found.known_failure}, false, {}, {}};
    if (found.has_passed()) {
      remove_failure();
    } else if (folders_.updates) {
      accept(target, check);
      if (check.is_updated && (shared != nullptr || !folders_.test.empty())) {
        found = compare(keep).pair;
      }
    } else {
      keep_failure(target, shared, check);
    }
    if (shared == nullptr && check.has_passed()) {
      keep_results(found);
    }
    if (shared != nullptr) {
      found.name = shared->name;
      try {
        shared->writer->add(found);
      } catch (const app::FileError& error) {
        found.pictures.clear();
        report_error = error.what();
      }
    }
    return {std::move(check), std::move(found)};
  }

 private:
  struct Found {
    app::PairResult pair;
    /// The file that accepting the image writes: the expected image, or, if it exists, the platform's own image named
    /// by rules.
    fs::path target;
  };

  /// Compares by the rules of the folder; an ignored image passes. Problems of the expected image are failures. @throws
  /// app::FileError for an invalid rules file.
  [[nodiscard]] Found compare(app::KeepImages keep) const {
    app::ComparisonRules rules;
    rules.file = app::find_rules(expected_);
    rules.initial.limits = limits_;
    const app::ImageRules held = rules.for_image(name_);
    const fs::path path = expected_ / name_;
    const bool is_there = !is_missing(path);
    Found found;
    found.target = is_there && !held.own_image.empty() ? path.parent_path() / held.own_image : path;
    if (held.is_ignored) {
      found.pair.name = name_;
      found.pair.test = folders_.test;
      return found;
    }
    const app::FilePair files{.name = name_, .expected = path, .actual = {}, .expected_folder = expected_};
    app::ImagePair pair = app::load_pair(files, held.reading);
    pair.actual = actual_;
    pair.actual_error.clear();
    if (!is_there) {
      pair.expected_error = absence_text(path, expected_);
    }
    found.pair = app::compare_by_rules(std::move(pair), app::load_accepted(files.expected_file(), held), held, {}, keep,
                                       rules.day);
    found.pair.test = folders_.test;
    return found;
  }

  void remove_failure() const {
    std::error_code error;
    fs::remove(image_file_, error);
    app::remove_report(own_report_);
  }

  void accept(const fs::path& target, ImageCheck& check) const {
    try {
      if (!app::is_inside({target, expected_})) {
        throw app::FileError("a link leads out of the folder " + expected_.string());
      }
      save_in_folder(target, image_);
    } catch (const std::runtime_error& error) {
      check.text =
          fmt::format("{}\nThe image could not be accepted: {}", fmt::join(check.result.failures, "\n"), error.what());
      return;
    }
    remove_failure();
    check.is_updated = true;
    check.text = fmt::format("wrote {}", target.string());
  }

  /// Writes what the report of a whole run shows of a passing image.
  void keep_results(const app::PairResult& found) const {
    if (folders_.test.empty()) {
      return;
    }
    try {
      app::write_results(own_report_, found);
    } catch (const app::FileError&) {
      // A test whose images are right passes even where it can write nothing; the report then lacks them.
      return;
    }
  }

  /// Writes the image and its page. The failures are reported even if these cannot be written.
  void keep_failure(const fs::path& target, const SharedReport* shared, ImageCheck& check) const {
    const std::string failures = fmt::format("{}", fmt::join(check.result.failures, "\n"));
    check.text = failures;
    // The failure already names a missing or damaged image.
    if (failures.find(target.string()) == std::string::npos) {
      check.text += fmt::format("\n  expected: {}", target.string());
    }
    try {
      save_in_folder(image_file_, image_);
      check.text += fmt::format("\n  actual:   {}", image_file_.string());
      if (shared == nullptr) {
        std::vector<app::PairResult> shown{compare(app::KeepImages::yes).pair};
        app::write_report(own_report_, {.title = name_}, shown);
      }
      check.report = shared == nullptr ? own_report_ / app::report_page_name : shared->page;
      check.text += fmt::format("\n  report:   {}\nView the report; to accept the image, {}.", check.report.string(),
                                folders_.how_to_update);
    } catch (const std::runtime_error& error) {
      check.text += fmt::format("\nCannot save the image or its report: {}", error.what());
    }
  }

  const ImageView& image_;
  app::Image actual_;
  const std::string& name_;
  const Limits& limits_;
  fs::path expected_;
  fs::path image_file_;
  fs::path own_report_;
  const ImageFolders& folders_;
};

CheckInReport run_check(const ImageView& image, const std::string& name, const Limits& limits,
                        const ImageFolders& folders, const SharedReport* shared, std::string& report_error) {
  require_name(name);
  try {
    return ExpectedImageCheck(image, name, limits, folders).run(shared, report_error);
  } catch (const app::FileError& error) {
    throw Error(error.what());
  } catch (const fs::filesystem_error& error) {
    throw Error(fmt::format("cannot read {}: {}; {}", (folders.expected / name).string(), error.code().message(),
                            app::read_advice(error.code())));
  }
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
  std::string report_error;
  return run_check(image, name, limits, folders, nullptr, report_error).check;
}

CheckInReport check_in_report(const ImageView& image, const std::string& name, const Limits& limits,
                              const ImageFolders& folders, const SharedReport& report, std::string& report_error) {
  return run_check(image, name, limits, folders, &report, report_error);
}

}  // namespace texelscope::compare
