#include "app/compare/rules/image_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "app/compare/report_files.h"
#include "app/files/file.h"
#include "app/files/write_failure.h"
#include "app/images/image_file.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

/// With links, a few folders can form a tree of any size.
constexpr std::size_t most_files = 1'000'000;

/// Hidden files are judged only by their extension, because they may be a writer's unfinished files.
bool is_picture(const FilePlace& file) {
  const bool is_hidden = file.path.filename().string().starts_with('.');
  return is_hidden ? is_image_name(file.path) : is_picture_file(file);
}

/// One traversal of a folder. Each folder is visited once, however many links lead to it: first all that are reached
/// without links, then the others, in the order of the names of their links.
class FolderWalk {
 public:
  /// @throws std::system_error for a folder that cannot be read.
  explicit FolderWalk(const gpu::Folder& folder) : folder_{folder} {
    visit(folder_.path(), fs::canonical(folder_.path()));
    while (!links_.empty()) {
      const fs::path link = links_.extract(links_.begin()).mapped();
      visit_folder(link);
    }
  }

  [[nodiscard]] ImageFolder take() { return std::move(found_); }

 private:
  [[nodiscard]] std::string name_of(const fs::path& path) const {
    return path.lexically_relative(folder_.path()).generic_string();
  }

  void visit(const fs::path& folder, const fs::path& real) {
    visited_.insert(real);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (++seen_ > most_files) {
        throw FileError(
            fmt::format("cannot compare {}: it contains more than {} files; compare its subfolders one by one",
                        folder_.path().string(), most_files));
      }
      visit_entry(entry.path());
    }
  }

  void visit_entry(const fs::path& path) {
    std::error_code error;
    const bool is_link = fs::is_symlink(fs::symlink_status(path, error));
    const fs::file_status status = fs::status(path, error);
    if (is_link && fs::exists(status)) {
      visit_link(path, fs::is_directory(status));
    } else if (fs::is_directory(status)) {
      visit_folder(path);
    } else if (is_picture({path, folder_})) {
      found_.files[name_of(path)] =
          status.type() == fs::file_type::not_found
              // The entry was listed, so it is a link.
              ? fmt::format("cannot read {}: it is a link to {}, which does not exist; fix the link", path.string(),
                            fs::read_symlink(path, error).string())
              : error ? fmt::format("cannot read {}: {}; {}", path.string(), error.message(), read_advice(error)) : "";
    }
  }

  void visit_link(const fs::path& path, bool is_folder) {
    if (is_inside({path, folder_})) {
      if (is_folder) {
        links_.emplace(name_of(path), path);
      } else if (is_picture({path, folder_})) {
        found_.files[name_of(path)];
      }
    } else if (is_folder || is_image_name(path)) {
      found_.files[name_of(path) + (is_folder ? "/" : "")] =
          fmt::format("cannot read {}: it links to {}, outside {}; replace the link with a copy", path.string(),
                      fs::read_symlink(path).string(), folder_.path().string());
    } else {
      found_.notes.push_back(fmt::format("skipped {}: it links to a file outside the folder", path.string()));
    }
  }

  void visit_folder(const fs::path& path) {
    if (path.filename().string().starts_with('.')) {
      found_.notes.push_back(fmt::format("skipped the hidden folder {}", path.string()));
      return;
    }
    if (path.filename() == report_pictures_name && has_report(path.parent_path())) {
      found_.notes.push_back(fmt::format("skipped {}: it belongs to a report", path.string()));
      return;
    }
    try {
      const fs::path real = fs::canonical(path);
      if (visited_.contains(real)) {
        found_.notes.push_back(fmt::format("skipped {}: it links to {}, which is compared under another name",
                                           path.string(), real.string()));
        return;
      }
      visit(path, real);
    } catch (const std::system_error& failure) {
      found_.files[name_of(path) + "/"] = fmt::format("cannot read the folder {}: {}; {}", path.string(),
                                                      failure.code().message(), read_advice(failure.code()));
    }
  }

  gpu::Folder folder_;
  /// The folders visited so far, with links resolved.
  std::set<fs::path> visited_;
  /// Links to folders, by name, that have not been visited.
  std::map<std::string, fs::path> links_;
  std::size_t seen_ = 0;
  ImageFolder found_;
};

}  // namespace

ImageFolder find_images(const gpu::Folder& folder) {
  try {
    return FolderWalk(folder).take();
  } catch (const std::system_error& failure) {
    throw FileError(fmt::format("cannot read the folder {}: {}; {}", folder.path().string(), failure.code().message(),
                                read_advice(failure.code())));
  }
}

}  // namespace texelscope::app
