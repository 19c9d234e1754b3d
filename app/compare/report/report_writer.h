#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/compare/report/shard.h"
#include "app/files/spool_file.h"

namespace texelscope::app {

/// The texts of a report that concern all pairs.
struct ReportText {
  std::string title;
  /// The words of the command line that accepts images as the expected ones, before their names; the last is the option
  /// that takes the names. Empty for none.
  std::vector<std::string> accept_command{};
  std::optional<Shard> shard{};
};

/// Which pairs a report shows.
enum class ReportPairs : unsigned char { all, failed };

/// Whether a report of this name is one page: it ends in .html.
[[nodiscard]] bool is_report_page(const std::filesystem::path& target);

/// Writes a report, as a folder or as one page. Pictures are written as they come, and no longer in memory then.
///
/// A folder has index.html, results.json with all figures (see read_report()), and pictures/, which the page loads as
/// they come into view; see also is_report_page(). Neither needs a network.
class ReportWriter {
 public:
  /// Makes the folder where it is missing, and takes the place of a former report; see begin_report().
  /// @throws FileError when nothing can be written there, or a file of others has the name of one of the report.
  ReportWriter(std::filesystem::path target, ReportPairs shown);

  /// The page that people open.
  [[nodiscard]] const std::filesystem::path& page() const noexcept { return page_; }

  /// For compare_pair().
  [[nodiscard]] KeepImages kept() const noexcept {
    return shown_ == ReportPairs::all ? KeepImages::yes : KeepImages::failed;
  }

  /// Writes the pair's pictures, and takes their bytes; those of a pair that is not shown are dropped. May be called by
  /// several threads at once. @throws FileError.
  void add(PairResult& result);
  /// Writes all else, once, in the order of the results. In a folder, pictures of earlier reports are removed.
  /// @throws FileError.
  void finish(const ReportText& text, const std::vector<PairResult>& results);

 private:
  void add_to_folder(const std::string& path, const ReportPicture& picture) const;
  void add_to_page(const std::string& path, const ReportPicture& picture);
  void remove_former_pictures(const std::vector<PairResult>& results) const;

  /// Empty for one page.
  std::filesystem::path folder_;
  std::filesystem::path page_;
  ReportPairs shown_;
  std::unique_ptr<SpoolFile> spool_;
  std::mutex mutex_;
};

/// Removes what a report in a folder is, and the folder where nothing else is in it. Does nothing to a folder that has
/// no report.
void remove_report(const std::filesystem::path& folder);

/// A report of results that have their pictures. @throws FileError.
void write_report(const std::filesystem::path& target, const ReportText& text, std::vector<PairResult>& results,
                  ReportPairs shown = ReportPairs::all);

}  // namespace texelscope::app
