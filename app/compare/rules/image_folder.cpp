#include "app/compare/rules/image_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>

#include "app/compare/report_files.h"
#include "app/files/write_failure.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// With links, a few folders can form a tree of any size.
constexpr std::size_t most_files = 1'000'000;

/// Hidden files are judged only by their extension, because they may be a writer's unfinished files.
bool is_picture(const fs::path& path) {
  const bool is_hidden = path.filename().string().starts_with('.');
  return is_hidden ? is_image_name(path) : is_picture_file(path);
}

/// One traversal of a folder.
class FolderWalk {
 public:
  explicit FolderWalk(const fs::path& folder) : folder_{folder} {}

  /// @throws std::system_error for a folder that cannot be read.
  void visit(const fs::path& folder) {
    above_.push_back(fs::canonical(folder));
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (++seen_ > most_files) {
        throw FileError(
            fmt::format("cannot compare {}: it contains more than {} files; compare its subfolders one by one",
                        folder_.string(), most_files));
      }
      visit_entry(entry.path());
    }
    above_.pop_back();
  }

  [[nodiscard]] ImageFolder take() { return std::move(found_); }

 private:
  [[nodiscard]] std::string name_of(const fs::path& path) const {
    return path.lexically_relative(folder_).generic_string();
  }

  void visit_entry(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status)) {
      visit_folder(path);
    } else if (status.type() == fs::file_type::not_found) {
      if (is_picture(path)) {
        // The entry was listed, so it is a link.
        found_.files[name_of(path)] =
            fmt::format("cannot read {}: it is a link to {}, which does not exist; fix the link", path.string(),
                        fs::read_symlink(path, error).string());
      }
    } else if (error) {
      if (is_picture(path)) {
        found_.files[name_of(path)] =
            fmt::format("cannot read {}: {}; {}", path.string(), error.message(), read_advice(error));
      }
    } else if (is_picture(path)) {
      found_.files[name_of(path)];
    }
  }

  void visit_folder(const fs::path& path) {
    if (path.filename().string().starts_with('.')) {
      found_.notes.push_back(fmt::format("skipped the hidden folder {}", path.string()));
      return;
    }
    const std::size_t depth = above_.size();
    if (path.filename() == report_pictures_name && has_report(path.parent_path())) {
      found_.notes.push_back(fmt::format("skipped {}: it belongs to a report", path.string()));
      return;
    }
    try {
      if (std::ranges::find(above_, fs::canonical(path)) != above_.end()) {
        found_.notes.push_back(fmt::format("skipped {}: it links back to a folder that contains it", path.string()));
        return;
      }
      visit(path);
    } catch (const std::system_error& failure) {
      above_.resize(depth);
      found_.files[name_of(path) + "/"] = fmt::format("cannot read the folder {}: {}; {}", path.string(),
                                                      failure.code().message(), read_advice(failure.code()));
    }
  }

  fs::path folder_;
  /// The folders on the current path, with links resolved.
  std::vector<fs::path> above_;
  std::size_t seen_ = 0;
  ImageFolder found_;
};

}  // namespace

ImageFolder find_images(const fs::path& folder) {
  FolderWalk walk(folder);
  try {
    walk.visit(folder);
  } catch (const std::system_error& failure) {
    throw FileError(fmt::format("cannot read the folder {}: {}; {}", folder.string(), failure.code().message(),
                                read_advice(failure.code())));
  }
  return walk.take();
}

}  // namespace texelscope::app
