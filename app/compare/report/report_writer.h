#pragma once

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/compare/report/created_folders.h"
#include "app/compare/report/picture_pack.h"
#include "app/compare/report/shard.h"
#include "app/compare/report_files.h"
#include "app/files/spool_file.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {

/// The parts of a report that concern all pairs.
struct ReportText {
  std::string title;
  /// The words of the command line that accepts images, before their names; the last word is the option that takes the
  /// names. Empty if there is no command.
  std::vector<std::string> accept_command{};
  std::optional<Shard> shard{};
};

/// The pairs that a report shows.
enum class ReportPairs : unsigned char { all, failed };

/// Where a folder has the images of kind "place": with other small images in packs, or in files that others can link
/// to.
enum class PlacePictures : unsigned char { packed, in_files };

/// Whether a report with this name is a single page: the name ends in .html.
[[nodiscard]] bool is_report_page(const std::filesystem::path& target);

/// Writes a report, as a folder or a single page. Images are written immediately, and then released.
///
/// A folder contains index.html, results.json with all figures (see read_report()), and pictures/, which the page loads
/// when they come into view; small ones are in packs, see PicturePacks. See also is_report_page(). Neither needs a
/// network.
class ReportWriter {
 public:
  /// Creates the folder if it does not exist, and moves an earlier report aside; see FormerReport. Until it is finished
  /// or destroyed, no other writer can open the folder. @throws FileError if nothing can be written there, if a foreign
  /// file has the name of a report file, or if another writer, also of another process, has opened the folder.
  ReportWriter(std::filesystem::path target, ReportPairs shown, PlacePictures places = PlacePictures::packed);
  /// Removes what it has written of an unfinished report. If something could not be written, as on a full disk, the
  /// earlier report is as before.
  ~ReportWriter();
  ReportWriter(const ReportWriter&) = delete;
  ReportWriter& operator=(const ReportWriter&) = delete;

  /// The page for users.
  [[nodiscard]] const std::filesystem::path& page() const noexcept { return page_; }

  /// The images to keep, for compare_pair().
  [[nodiscard]] KeepImages kept() const noexcept {
    return shown_ == ReportPairs::all ? KeepImages::yes : KeepImages::failed;
  }

  /// Writes the pair's images and releases them; those of a pair that is not shown are discarded. May be called by
  /// multiple threads concurrently. @throws FileError.
  void add(PairResult& result);
  /// Writes the rest, in the order of the results; call it once. In a folder, removes images of earlier reports.
  /// @throws FileError.
  void finish(const ReportText& text, const std::vector<PairResult>& results);

 private:
  void open_folder(const std::filesystem::path& target);
  /// Writes an image, and returns its path.
  std::string write(const PairResult& result, const ReportPicture& picture);
  void add_to_folder(const std::string& path, std::string_view bytes) const;
  void add_to_page(const std::string& path, const ReportPicture& picture);
  [[nodiscard]] std::string next_pack();
  void write_rest(const ReportText& text, const std::vector<PairResult>& results);
  void remove_former_pictures(const std::vector<PairResult>& results) const;

  /// None for a single page.
  gpu::Folder folder_;
  std::filesystem::path page_;
  /// Closed for a single page, and after finish().
  gpu::FileDescriptor lock_;
  /// Removed while the folder is locked, because another writer may use the same folders.
  CreatedFolders created_;
  std::optional<FormerReport> former_;
  /// The names of pictures that were there before.
  std::set<std::string> former_pictures_;
  std::atomic<bool> has_failed_ = false;
  ReportPairs shown_;
  PlacePictures places_;
  std::unique_ptr<SpoolFile> spool_;
  /// Protects the spool file.
  std::mutex mutex_;
  PicturePacks packs_;
  std::size_t pack_count_ = 0;
  /// The paths of small images, by the SHA-256 of their bytes.
  std::map<std::string, std::string> small_paths_;
  /// Protects the packs and the paths.
  std::mutex small_mutex_;
};

/// Removes the files of a report from a folder, and the folder if it is then empty. Does nothing to a folder without a
/// report.
void remove_report(const std::filesystem::path& folder);

/// Writes only the results.json of a report, without images, for a merge. @throws FileError.
void write_results(const std::filesystem::path& folder, const PairResult& result);

/// Writes a report of results that contain their images, and returns its page. @throws FileError.
std::filesystem::path write_report(const std::filesystem::path& target, const ReportText& text,
                                   std::vector<PairResult>& results);

}  // namespace texelscope::app
