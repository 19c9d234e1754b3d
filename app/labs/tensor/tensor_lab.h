#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/files/abandoned_tasks.h"
#include "app/files/named_tensor.h"
#include "app/files/tensor_file.h"
#include "app/images/image.h"
#include "app/images/view.h"
#include "app/labs/capabilities.h"
#include "app/labs/lab.h"
#include "app/labs/tensor/tensor_picture.h"
#include "app/labs/tensor/tensor_scan.h"
#include "app/labs/tensor/tensor_view.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// Playback along an axis.
struct AxisPlayback {
  /// −1: stopped.
  int axis = -1;
  /// Steps per second.
  double rate = 10;
  /// The start of the displayed step, in seconds of State::now; nothing before the first.
  std::optional<double> since{};
};
/// A range end that is dragged along the histogram.
struct RangeDrag {
  bool is_highest = false;
  /// The histogram's range when the drag began, constant until it ends.
  NumberRange shown;
};
inline constexpr double slowest_playback = 0.1;
inline constexpr double fastest_playback = 120;

/// The tensor lab: the available tensors, the displayed slice, and statistics of its numbers.
class TensorLab : public LabState,
                  public TakesFiles,
                  public TakesPictures,
                  public WorksOnPictures,
                  public Runs,
                  public WorksLong,
                  public HasView,
                  public ShowsPicture,
                  public ShowsLayout {
 public:
  TensorLab();
  ~TensorLab() override;

  /// .npy and .npz files open the lab.
  [[nodiscard]] bool is_opened_by(const std::filesystem::path& path) const override;
  /// Accepts .npy and .npz files and pictures.
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override;
  [[nodiscard]] bool take_picture(const OfferedPicture& picture) override;
  void work_on(const SeenPicture& seen) override;
  [[nodiscard]] bool is_busy() const override;
  [[nodiscard]] bool is_settling() const override;
  [[nodiscard]] std::optional<WorkInProgress> work_in_progress() const override;
  [[nodiscard]] std::vector<std::filesystem::path> files_to_read() const override;
  void cancel_work() override;
  [[nodiscard]] bool can_run() const override { return !loading_.valid(); }
  /// Reloads the file, or rereads the memory.
  void run() override;
  [[nodiscard]] LabView shown_view() override;
  /// The whole tensor, as an input of scenes.
  [[nodiscard]] OfferedPicture shown_picture() const override;
  [[nodiscard]] bool shows_picture() const override { return chosen() != nullptr; }
  [[nodiscard]] std::optional<gpu::StridedLayout> shown_layout() const override;
  void release() override;
  void forget_mouse() override { hovered.reset(); }

  /// Shows the first of these tensors, whose memory may change.
  void show(std::vector<NamedTensor> tensors);
  /// Replaces the tensor of this name, if it is shown, by a new state; the view stays if the shape does.
  void replace(const NamedTensor& tensor);
  [[nodiscard]] const std::vector<ListedTensor>& tensors() const noexcept { return tensors_; }
  /// Null if there are none, and while the chosen tensor is being read from its file or cannot be read.
  [[nodiscard]] const NamedTensor* chosen() const noexcept { return shown_ ? &*shown_ : nullptr; }
  /// Chooses a tensor. A tensor of a file is then read and the previous one freed, so that at most one tensor of a file
  /// is in memory.
  void choose(std::size_t tensor);
  [[nodiscard]] std::size_t chosen_position() const noexcept { return chosen_; }
  /// The tensors' file; empty for memory owned by other code.
  [[nodiscard]] const std::string& file() const noexcept { return file_; }
  [[nodiscard]] bool is_loading() const noexcept { return loading_.valid(); }
  /// Waits for a file that is being read. @throws FileError when it cannot be read.
  void wait_for_file() override;

  TensorView view;
  View place;
  AxisPlayback playback;
  /// Whether the memory is reread for each frame.
  bool is_live = false;
  /// Whether the histogram is that of the whole tensor.
  bool has_whole_histogram = false;
  std::optional<RangeDrag> drag;
  /// The position under the mouse.
  std::optional<SlicePosition> hovered;

  /// Applies what was loaded and chosen, advances playback, and spends part of a frame on statistics. Call once per
  /// frame, before the members below, even without a device; `now` is in seconds.
  void advance(const std::optional<gpu::Device>& device, double now);
  /// The image of the slice for a viewport of this many pixels; null if there is none.
  [[nodiscard]] std::shared_ptr<const Image> draw(int width, int height);
  /// The values of a part of the slice. Null if the device cannot access them.
  [[nodiscard]] const TensorCells* read_cells(const SlicePart& part);

  /// The slice for View: columns and rows.
  [[nodiscard]] ViewExtent extent(double width, double height) const;
  /// The position of the slice in a viewport of this many pixels. A slice of one row, or of one column, is drawn as a
  /// strip of a fixed width.
  [[nodiscard]] PicturePlace picture_place(int width, int height) const;
  [[nodiscard]] const TensorWatch& slice_watch() const noexcept { return slice_watch_; }
  [[nodiscard]] const TensorWatch& whole_watch() const noexcept { return whole_watch_; }
  /// The range of the colors.
  [[nodiscard]] NumberRange range() const;
  /// Changes the real number that represents a complex number; for the phase, also chooses the color map of angles.
  void choose_part(ComplexPart part);
  /// Types a range.
  void set_range(const NumberRange& range);
  /// The error of the file, or of the tensor on the device; empty if there is none.
  [[nodiscard]] const std::string& error() const noexcept { return file_error_.empty() ? device_error_ : file_error_; }

 private:
  /// A file and its requested tensor. If there are no tensors, the file could not be read at all.
  struct Loaded {
    std::string file;
    std::optional<std::size_t> wanted;
    std::vector<ListedTensor> tensors;
    std::size_t position = 0;
    std::optional<NamedTensor> tensor;
    /// The initial view of a picture.
    std::optional<TensorView> view;
    std::string error;
  };
  /// The input of the last drawn image.
  struct Drawn {
    int revision = -1;
    TensorView view;
    NumberRange range;
    PicturePlace place;
    bool operator==(const Drawn&) const = default;
  };
  /// The input for which values were read.
  struct CellSubject {
    int revision = -1;
    TensorView view;
    SlicePart part;
    bool operator==(const CellSubject&) const = default;
  };

  [[nodiscard]] LabSettings declare_settings() override;
  void load(const std::string& file, std::optional<std::size_t> position = std::nullopt);
  [[nodiscard]] static Loaded read(const std::string& file, std::optional<std::size_t> wanted, const std::string& name);
  void begin_with(std::optional<NamedTensor> tensor, std::size_t position);
  void take_loaded();
  void read_named_file();
  void step_on(double now);
  void watch_numbers();
  [[nodiscard]] bool can_work() const { return stream_ && chosen() != nullptr && failed_revision_ != revision_; }
  void fail(const std::string& error);

  std::vector<ListedTensor> tensors_;
  /// The listed tensors that are in memory owned by other code; empty for those of a file.
  std::vector<NamedTensor> memory_;
  std::size_t chosen_ = 0;
  std::optional<NamedTensor> shown_;
  std::string file_;
  /// The file of the listed tensors; differs from `file_` until that file has been read, or if reading it fails.
  std::string listed_file_;
  /// A file that has been set but not yet read.
  bool is_unread_ = false;
  /// Whether the file being read gets a view of its own, instead of a session's.
  bool is_view_new_ = false;
  /// The name of the tensor to choose after loading; its position takes precedence if known.
  std::string wanted_name_;
  std::optional<std::size_t> wanted_position_;
  std::future<Loaded> loading_;
  AbandonedTasks<Loaded> dropped_;
  /// Counts the changes that affect the numbers.
  int revision_ = 0;
  std::optional<gpu::Stream> stream_;
  TensorWatch slice_watch_;
  TensorWatch whole_watch_;
  std::shared_ptr<const Image> image_;
  /// The last viewport's size.
  int width_ = 1;
  int height_ = 1;
  std::optional<Drawn> drawn_;
  std::optional<TensorCells> cells_;
  CellSubject cell_subject_;
  /// The start time of the current or last scan of the whole tensor.
  double whole_began_ = 0;
  double now_ = 0;
  /// Frames to draw until every change is visible.
  int frames_to_show_ = 0;
  std::string file_error_;
  std::string device_error_;
  /// The revision at which the device failed; the lab tries again after the next change.
  int failed_revision_ = -1;
};

}  // namespace texelscope::app
