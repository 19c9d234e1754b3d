#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/view.h"
#include "app/labs/access/access_progress.h"
#include "app/labs/access/access_study.h"
#include "app/labs/access/texel_map_picture.h"
#include "app/labs/capabilities.h"
#include "app/labs/lab.h"

namespace texelscope::app {

/// The subject of a recording: the shown frame of the scene, or that of the Kernels lab.
enum class AccessSource : std::uint8_t { scene, kernel };
enum class AccessTab : std::uint8_t { picture, pixel, lines, hazards };

/// A pixel of the recorded frame.
struct AccessPixel {
  int x = 0;
  int y = 0;
  bool operator==(const AccessPixel&) const = default;
};

/// A launch with recorded accesses, or a kernel that cannot be recorded.
struct LaunchSums {
  std::uint32_t launch = 0;
  std::uint64_t accesses = 0;
};

/// A recording that the window should make.
struct AccessRequest {
  AccessSource source = AccessSource::scene;
  /// Only the threads that touch this byte, without maps and hazards; nothing for the whole frame.
  std::optional<gpu::MemoryByte> touching{};
};

/// The pictures of the same pixels.
enum class FramePicture : std::uint8_t { recorded, in_window, difference };
inline constexpr std::array<std::string_view, 3> frame_picture_names = {"recorded frame", "frame in the window",
                                                                        "pixels that differ"};

/// The place of a history: a byte that threads access, mostly the first one of a texel.
struct AccessTarget {
  std::uint32_t object = 0;  ///< In AccessLab::study().
  std::uint64_t offset = 0;  ///< In the object's memory.
  /// In the pictures of that memory; nothing for linear memory.
  std::optional<AccessPixel> pixel{};
};

/// Explains recorded accesses: who wrote a pixel, what that thread read, which accesses conflict, and what lines cost.
/// The window makes the recordings.
class AccessLab : public LabState,
                  public TakesFiles,
                  public Runs,
                  public WorksLong,
                  public HasView,
                  public ShowsPicture,
                  public Exports {
 public:
  [[nodiscard]] bool is_busy() const override { return is_recording() || request_; }
  [[nodiscard]] bool is_settling() const override { return is_busy(); }
  /// Opens a recording.
  [[nodiscard]] bool take_file(const std::filesystem::path& path) override;
  [[nodiscard]] bool is_opened_by(const std::filesystem::path& path) const override;
  [[nodiscard]] std::vector<std::filesystem::path> files_to_read() const override { return {}; }
  [[nodiscard]] bool can_run() const override { return !is_recording(); }
  /// Records again.
  void run() override { request(source); }
  [[nodiscard]] std::optional<WorkInProgress> work_in_progress() const override;
  void cancel_work() override { is_cancelled_ = true; }
  [[nodiscard]] LabView shown_view() override;
  [[nodiscard]] bool shows_picture() const override { return picture() != nullptr; }
  [[nodiscard]] OfferedPicture shown_picture() const override { return {"recorded frame", picture(), "", ""}; }
  [[nodiscard]] LabFile file_to_save() const override { return {"accesses", "accesses"}; }
  /// Writes study(), or detail() if `saves_detail` is set.
  [[nodiscard]] std::function<void(std::ostream&)> file_writer() const override;
  void forget_mouse() override { hovered.reset(); }

  AccessSource source = AccessSource::scene;
  AccessTab tab = AccessTab::pixel;
  /// The position and zoom of the picture.
  View view;
  ViewExtent view_extent;
  /// The position of the mouse in the picture.
  std::optional<Point> hovered;
  /// Lines of this launch alone; nothing for all.
  std::optional<std::uint32_t> launch;
  bool saves_detail = false;
  /// Or only the first ones.
  bool lists_all_readers = false;

  // For the window, which makes recordings.

  void request(AccessSource wanted, std::optional<gpu::MemoryByte> touching = std::nullopt);
  [[nodiscard]] std::optional<AccessRequest> take_request();
  /// Begins a recording: returns its progress.
  std::shared_ptr<AccessProgress> begin(std::string title);
  [[nodiscard]] bool is_recording() const { return progress_ != nullptr; }
  /// Whether the user cancelled it.
  [[nodiscard]] bool is_cancelled() const { return is_cancelled_; }
  void take_study(std::shared_ptr<const AccessStudy> study, bool is_detail);
  void fail(std::string error);
  /// Ends a cancelled recording.
  void stop() { progress_.reset(); }

  /// The last recording of a whole frame; null before the first.
  [[nodiscard]] const AccessStudy* study() const { return study_.get(); }
  /// The reason why there is no newer one; empty if there is none.
  [[nodiscard]] const std::string& error() const { return error_; }

  /// The launches of the recorded frame that accessed anything, and those that cannot be recorded.
  [[nodiscard]] const std::vector<LaunchSums>& launches() const { return launches_; }
  /// See lines_by_place().
  [[nodiscard]] const std::vector<LineMap>& lines() const { return lines_; }
  /// The hazards of study() as texts, with short names of files.
  [[nodiscard]] const std::vector<std::string>& hazard_texts() const { return hazard_texts_; }
  /// Shows the history of the hazard's place, and its pixel if it is in the frame or in a map. With `side`, that
  /// access of the hazard is chosen, once it is recorded.
  void choose_hazard(const Hazard& hazard, const HazardAccess* side = nullptr);

  // The picture: the frame or a map.

  [[nodiscard]] const std::vector<TexelMapChoice>& maps() const { return maps_; }
  /// The position of the shown map; nothing for the frame.
  [[nodiscard]] std::optional<std::size_t> map() const { return map_; }
  void choose_map(std::optional<std::size_t> map);
  /// The colors of the shown map.
  [[nodiscard]] const std::vector<MapColor>& legend() const { return legend_; }
  /// Which picture of the frame is shown, if no map is. Others than the recorded one need study()->shown.
  [[nodiscard]] FramePicture frame_picture() const { return frame_picture_; }
  void choose_frame(FramePicture picture);
  [[nodiscard]] const std::shared_ptr<const Image>& picture() const { return picture_; }

  // The history of a pixel or another place, in detail(): its own recording if that of the frame lacks accesses.

  [[nodiscard]] const AccessStudy* detail() const { return detail_ ? detail_.get() : study_.get(); }
  [[nodiscard]] bool has_own_detail() const { return detail_ != nullptr; }
  [[nodiscard]] const std::optional<AccessTarget>& target() const { return target_; }
  /// The target's pixel, if it is in the shown picture.
  [[nodiscard]] std::optional<AccessPixel> pixel() const;
  /// A pixel of the picture. That of a map of reads has a history of reads, which is recorded first.
  void choose_pixel(AccessPixel pixel);
  /// Shows who wrote what the chosen access read: the texel of a tap, or the bytes of a read.
  void follow(const gpu::TapExplanation& tap);
  void follow_read();
  /// From the last of nan_steps(), whose writer was not kept.
  [[nodiscard]] bool can_follow_nan() const { return nan_source_ && study_->reads_sources; }
  void follow_nan();
  /// Back to the target from which the last one was followed.
  [[nodiscard]] bool can_go_back() const { return !followed_.empty(); }
  void go_back();
  /// Records who read the target.
  void find_readers();
  [[nodiscard]] bool can_find_readers() const;
  /// Reads of the target, in order: indices of accesses.
  [[nodiscard]] const std::vector<std::size_t>& readers() const { return readers_; }
  /// Writes of the target, in order.
  [[nodiscard]] const std::vector<PixelWrite>& history() const { return history_; }
  /// Whether two threads of a launch wrote different values, one after the other.
  [[nodiscard]] bool has_race() const { return has_race_; }
  /// Whether an access of detail() is the first write of bytes that had undefined contents before.
  [[nodiscard]] bool is_first_write(std::size_t access) const {
    const std::vector<bool>& is_first = detail()->is_first_write;
    return access < is_first.size() && is_first[access];
  }
  /// The position of the shown write; 0 without writes.
  [[nodiscard]] std::size_t write() const { return write_; }
  void choose_write(std::size_t write);
  /// The chosen access: an index of the recording's accesses.
  [[nodiscard]] std::optional<std::size_t> access() const { return access_; }
  void choose_access(std::size_t access);
  /// The chosen access if it is a fetch whose texels were kept; otherwise null.
  [[nodiscard]] const std::shared_ptr<const OfferedFetch>& fetch() const { return fetch_; }
  /// The accesses of the thread of an access, in order.
  [[nodiscard]] std::vector<std::size_t> thread_accesses(std::size_t access) const {
    return app::thread_accesses(detail()->recorded.recording, access);
  }
  /// From the last NaN of the chosen write's thread back to the access that made it; empty without a NaN.
  [[nodiscard]] const std::vector<std::size_t>& nan_steps() const { return nan_steps_; }
  /// The text of a source line; empty if it is not available.
  [[nodiscard]] const std::string& source_line(const AccessStudy& study, const gpu::SourcePlace& place);

 private:
  [[nodiscard]] LabSettings declare_settings() override;
  void show(std::shared_ptr<const Image> picture);
  /// The memory of an object of study().
  [[nodiscard]] std::uint32_t memory_of(std::uint32_t object) const;
  /// Whether it is the frame's memory.
  [[nodiscard]] bool is_of_frame(std::uint32_t object) const;
  /// Ends the way that was followed, and chooses a target.
  void choose_target(const AccessTarget& target);
  void show_target(const AccessTarget& target);
  /// Follows to a byte of the chosen access' memory.
  void follow(std::uint64_t offset);
  void find_history();
  /// Records the threads that touch the target, if the recording may lack some that are wanted.
  void look_closer();
  /// The object whose texels the picture shows; nothing without a picture.
  [[nodiscard]] std::optional<std::uint32_t> shown_object() const;
  [[nodiscard]] std::optional<gpu::MemoryByte> target_byte() const;
  /// The wanted access among those of detail().
  [[nodiscard]] std::optional<std::size_t> find_wanted() const;

  std::optional<AccessRequest> request_;
  /// The byte of the last request that was taken.
  std::optional<gpu::MemoryByte> recorded_byte_;
  std::shared_ptr<AccessProgress> progress_;
  std::string title_;
  bool is_cancelled_ = false;
  std::string error_;
  std::shared_ptr<const AccessStudy> study_;
  std::shared_ptr<const AccessStudy> detail_;
  /// See frame_surface(), for study_.
  std::optional<std::uint32_t> frame_surface_;
  std::vector<std::string> hazard_texts_;
  std::vector<LaunchSums> launches_;
  std::vector<LineMap> lines_;
  std::vector<TexelMapChoice> maps_;
  std::optional<std::size_t> map_;
  std::vector<MapColor> legend_;
  std::shared_ptr<const Image> picture_;
  FramePicture frame_picture_ = FramePicture::recorded;
  std::optional<AccessTarget> target_;
  /// Earlier targets with the maps that showed them, from the first.
  std::vector<std::pair<AccessTarget, std::optional<std::size_t>>> followed_;
  bool wants_readers_ = false;
  /// The access to choose, with the numbers of study_.
  std::optional<HazardAccess> wanted_;
  std::vector<PixelWrite> history_;
  bool has_race_ = false;
  std::vector<std::size_t> readers_;
  std::size_t write_ = 0;
  std::optional<std::size_t> access_;
  std::shared_ptr<const OfferedFetch> fetch_;
  std::vector<std::size_t> nan_steps_;
  /// See nan_source(), for the last step.
  std::optional<std::uint64_t> nan_source_;
  /// Lines of sources by file.
  std::vector<std::pair<std::string, std::vector<std::string>>> sources_;
};

}  // namespace texelscope::app
