#pragma once

#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/documents/picture_list.h"
#include "app/images/image.h"
#include "app/images/pixel_rectangle.h"
#include "app/workspace/state.h"

namespace texelscope::app {

/// Maintains the list of open pictures: follows the shown picture, reads it again if its file changes, follows folders,
/// and creates comparisons and thumbnails on other threads.
class PictureControl {
 public:
  explicit PictureControl(State& state) : state_{state} {}

  /// Call before running the scene.
  void update();
  /// Whether a picture is being read, or a comparison or thumbnail is being created.
  [[nodiscard]] bool is_busy() const {
    return work_.valid() || other_.valid() || histogram_.valid() || has_thumbnail_to_show();
  }
  /// Whether a thumbnail is being created, or is not drawn yet.
  [[nodiscard]] bool has_thumbnail_to_show() const { return thumbnail_.valid() || frames_to_show_ > 0; }
  /// Whether the shown picture's file has changed since it was read, and is stable, or a listed folder has changed.
  /// Queries the system once per second.
  [[nodiscard]] bool has_changed_files();

 private:
  /// The inputs of a comparison.
  struct Subject {
    std::shared_ptr<const Image> first;
    std::shared_ptr<const Image> second;
    PictureComparison comparison = PictureComparison::off;
    int column = 0;
    std::vector<PixelRectangle> masks;
    bool operator==(const Subject&) const = default;
  };
  struct Result {
    Subject subject;
    ComparedPictures compared;
  };

  void reload();
  /// Reads the picture to compare with, which need not have been shown.
  void read_other();
  void compare();
  void make_thumbnails();
  void count_values();
  [[nodiscard]] Subject wanted_subject() const;
  [[nodiscard]] static Result made_of(const Subject& subject);
  void take(Result result);

  State& state_;
  std::future<Result> work_;
  /// One at a time: files may be large.
  std::future<ReadPicture> thumbnail_;
  /// Frames until a new thumbnail is drawn: its texture is one frame late.
  int frames_to_show_ = 0;
  std::future<ReadPicture> other_;
  std::future<PictureHistogram> histogram_;
  /// The inputs of state_.pictures.compared.
  Subject subject_;
  double asked_ = 0;
  bool is_changed_ = false;
  bool is_folder_changed_ = false;
  std::optional<std::filesystem::file_time_type> seen_{};
};

}  // namespace texelscope::app
